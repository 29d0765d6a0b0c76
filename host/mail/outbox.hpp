#pragma once

#include <string>

#include "host/auth/sealer.hpp"
#include "host/core/job_queue.hpp"
#include "host/core/services.hpp"
#include "host/mail/message.hpp"

namespace svc::host {
class UnitOfWork;
}

namespace svc::host::mail {

/// Queues messages as jobs of the host, in the transaction of their cause. The payload is encrypted, because
/// messages carry links that grant access to accounts, and a dump of the database must not.
class Outbox {
public:
    /// Name of its jobs.
    static constexpr std::string_view Job = "mail";

    Outbox(Services& services, auth::Sealer sealer) : services_(services), sealer_(std::move(sealer)) {}

    /// Queues a message and returns the identifier of its job.
    Uuid queue(UnitOfWork& work, const Message& message) const;
    /// Queues and commits a message to a person that belongs to no company.
    void queueForPerson(const Message& message, const std::string& requestId) const;
    /// Decrypts the message of a job. Throws std::runtime_error when it was not encrypted with one of the
    /// keys.
    Message open(const ClaimedJob& job) const;
    /// Re-encrypts the payload of a job with the newest key.
    std::string sealAgain(const Uuid& company, std::string_view id, std::string_view payload) const;

private:
    std::string seal(const Uuid& company, std::string_view id, std::string_view text) const;
    std::string opened(const Uuid& company, std::string_view id, std::string_view payload) const;

    Services& services_;
    auth::Sealer sealer_;
};

/// Offers the commands mail.queue (a message → `{jobId}`) and mail.deliver (host/api/host.yaml).
void offerMail(Catalogue& catalogue, const Outbox& outbox);

} // namespace svc::host::mail

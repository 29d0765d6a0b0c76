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

/// Files messages as jobs of the host, in the transaction of the fact that they tell of. What is filed is
/// sealed: messages carry links that open accounts, and a dump of the database must not.
class Outbox {
public:
    /// Name of its jobs.
    static constexpr std::string_view Job = "mail";

    Outbox(Services& services, auth::Sealer sealer) : services_(services), sealer_(std::move(sealer)) {}

    /// The identifier of the job.
    Uuid queue(UnitOfWork& work, const Message& message) const;
    /// A message to a person as such, of no company: filed and committed at once.
    void queueForPerson(const Message& message, const std::string& requestId) const;
    /// What was filed. Throws std::runtime_error when it was not sealed with this key.
    Message open(const ClaimedJob& job) const;
    /// The payload of a job, sealed under the newest key.
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

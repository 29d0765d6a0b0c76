#pragma once

#include <functional>
#include <optional>
#include <string>

#include "host/core/job_queue.hpp"
#include "host/core/work_loop.hpp"
#include "host/mail/mail_folder.hpp"
#include "host/mail/outbox.hpp"
#include "host/mail/smtp_sender.hpp"

namespace svc::host::mail {

/// Sends what the outbox has filed, on any number of hosts. A message that was taken is never sent again; one
/// whose host died while it was sent goes once more under the same Message-ID.
class MailWorker {
public:
    enum class Outcome { Sent = 1, KeptAsFile, Retried, GivenUp };
    struct Options {
        unsigned threads = 2;
        std::optional<SmtpSender> sender; ///< without one, messages become files in `folder`
        std::filesystem::path folder;
        std::function<std::optional<CompanyFacts>(const Uuid&)> companyOf;
        std::function<void(Outcome)> count; ///< for the metrics; may be empty
    };

    MailWorker(Services& services, const Outbox& outbox, Options options);

    void start() { loop_.start(options_.threads); }
    /// Claims no more and lets the messages under way end.
    void stop() { loop_.stop(); }
    /// There may be something to send.
    void wake() { loop_.wake(); }
    /// Sends everything that is due, and returns when nothing is under way here: for the testing clock.
    void runDue() { loop_.runDue(); }

private:
    bool runOnce();
    void run(const ClaimedJob& job);
    void deliver(const ClaimedJob& job, Message& message);
    void end(const ClaimedJob& job, const Message& message, std::string_view action,
             const std::string& to) const;
    static void tell(UnitOfWork& work, const Message& message, std::string_view action,
                     const std::string& what);
    void render(const ClaimedJob& job, Message& message) const;
    /// `told`: what the people of the company see; `reason` is for the log.
    void fail(const ClaimedJob& job, const Message& message, const std::string& told,
              const std::string& reason, bool forGood);
    void log(int level, const ClaimedJob& job, const std::string& sentence) const;
    void count(Outcome outcome) const;

    Services& services_;
    const Outbox& outbox_;
    Options options_;
    MailFolder folder_;
    JobQueue queue_;
    WorkLoop loop_; ///< last: it ends before what its passes use
};

} // namespace svc::host::mail

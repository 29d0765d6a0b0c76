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

/// Sends what the outbox has queued; any number of hosts may run one. A message that a server has accepted is
/// not sent again; when its host dies during the sending, it is sent once more with the same Message-ID.
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
    /// Claims no more jobs and finishes the running ones.
    void stop() { loop_.stop(); }
    /// Wakes the worker, because a message may be due.
    void wake() { loop_.wake(); }
    /// For the testing clock: sends everything that is due, and returns when nothing is being sent on this
    /// host.
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
    /// `told`: the reason shown to people of the company; `reason`: for the log.
    void fail(const ClaimedJob& job, const Message& message, const std::string& told,
              const std::string& reason, bool forGood);
    void log(int level, const ClaimedJob& job, const std::string& sentence) const;
    void count(Outcome outcome) const;

    Services& services_;
    const Outbox& outbox_;
    Options options_;
    MailFolder folder_;
    JobQueue queue_;
    WorkLoop loop_; ///< last member: its threads end before the members that they use
};

} // namespace svc::host::mail

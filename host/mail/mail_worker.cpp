#include "host/mail/mail_worker.hpp"

#include <chrono>
#include <thread>

#include "host/core/unit_of_work.hpp"
#include "host/db/flusher.hpp"
#include "host/db/transaction.hpp"
#include "host/mail/mime.hpp"

namespace svc::host::mail {
namespace {

constexpr std::chrono::milliseconds Poll{1000};
// Longer than the time limit of the sender plus the rendering of attachments.
constexpr std::int64_t Lease = 5 * Instant::Minute;
constexpr std::size_t MostBytes = std::size_t{25} << 20U; // usual limit of mail servers

std::string messageId(const ClaimedJob& job, const std::string& from) {
    const std::string address = addressOf(from);
    const std::size_t at = address.rfind('@');
    return job.id + '@' + (at == std::string::npos ? "localhost" : address.substr(at + 1));
}

/// The same at each attempt; files sort in the order in which the messages were queued.
std::string fileName(const ClaimedJob& job) {
    return std::to_string(job.filedAt.millis()) + '-' + job.id;
}

} // namespace

MailWorker::MailWorker(Services& services, const Outbox& outbox, Options options)
    : services_(services), outbox_(outbox), options_(std::move(options)), folder_(options_.folder),
      queue_(services, JobQueue::Owner::Host, Lease), loop_(Poll, [this] { return runOnce(); }) {}

/// Claims one job at a time: the lease of a message that waits behind slow ones could expire.
bool MailWorker::runOnce() {
    const std::vector<ClaimedJob> jobs = queue_.claim(1);
    for (const ClaimedJob& job : jobs) {
        run(job);
    }
    return !jobs.empty();
}

void MailWorker::run(const ClaimedJob& job) {
    Message message;
    try {
        message = outbox_.open(job);
        deliver(job, message);
    } catch (const NotSent& error) {
        fail(job, message, asUtf8(error.what()), error.what(), error.permanent);
    } catch (const ApiError& error) {
        fail(job, message, std::string(error.code()), error.what(), false);
    } catch (const std::exception& error) {
        fail(job, message, "internal-error", error.what(), false);
    }
}

/// The end of the job, and of the message in the history of its document, together.
void MailWorker::end(const ClaimedJob& job, const Message& message, std::string_view action,
                     const std::string& to) const {
    const auto company = message.documentId.empty() ? std::nullopt : options_.companyOf(job.company);
    if (!company) {
        db::Transaction transaction(services_.pool);
        JobQueue::succeed(transaction, job, services_.clock.now());
        transaction.commit();
        return;
    }
    UnitOfWork work(services_, {*company, Actor{}, {}, job.requestId, company->language, false});
    if (JobQueue::succeed(work.db(), job, work.now())) {
        tell(work, message, action, to);
        work.commit();
    }
}

void MailWorker::tell(UnitOfWork& work, const Message& message, std::string_view action,
                      const std::string& what) {
    work.history(message.documentKind, message.documentId, action,
                 Json::array({Json::object({{"field", "mail"}, {"from", nullptr}, {"to", what}})}).dump());
}

void MailWorker::deliver(const ClaimedJob& job, Message& message) {
    render(job, message);
    Envelope envelope;
    envelope.date = services_.clock.now();
    envelope.from = options_.sender ? options_.sender->from() : std::string();
    envelope.messageId = messageId(job, envelope.from);
    std::string sentence;
    if (options_.sender) {
        const std::string text = mimeText(message, envelope);
        if (text.size() > MostBytes) {
            throw NotSent("the message has more than 25 MiB", true);
        }
        options_.sender->send(message.to, text);
        sentence = "the mail server has taken the message";
    } else {
        envelope.asFile = true;
        const auto file = folder_.write(mimeText(message, envelope), fileName(job));
        sentence = "no mail server is configured: a message was written to " + file.string();
    }
    services_.reached(config::StopPoints::MailSent);
    // The message is sent. If its outcome cannot be recorded it is sent again with the same Message-ID, so
    // recording is retried.
    for (int patience = 10;; --patience) {
        try {
            end(job, message, options_.sender ? "mail.sent" : "mail.kept", message.to);
            break;
        } catch (const std::exception&) {
            if (patience == 0) {
                throw;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
        }
    }
    log(6, job, sentence);
    count(options_.sender ? Outcome::Sent : Outcome::KeptAsFile);
}

/// Renders attachments that a command makes, in a read-only unit of work of their company. The data that they
/// show may be freshly committed, so the commit must be durable before the message is sent.
void MailWorker::render(const ClaimedJob& job, Message& message) const {
    db::Flusher* const flusher = services_.flusher;
    const db::Flusher::Life life = flusher != nullptr ? flusher->begin() : 0;
    bool rendered = false;
    for (Attachment& file : message.attachments) {
        if (file.command.empty()) {
            continue;
        }
        const auto company = options_.companyOf(job.company);
        if (!company) {
            throw NotSent("its company is gone", true);
        }
        UnitOfWork work(services_, {*company,
                                    Actor{},
                                    {},
                                    job.requestId,
                                    message.language.empty() ? company->language : message.language,
                                    false});
        const Json answer = Json::parse(work.command(file.command, file.input.dump()));
        work.rollback();
        rendered = true;
        auto bytes = fromBase64(answer.textOr("content"));
        if (!bytes) {
            throw Fault("the command " + file.command + " answers no content in base64");
        }
        file.content = std::move(*bytes);
    }
    if (rendered && flusher != nullptr) {
        flusher->wait(life, {});
    }
}

void MailWorker::fail(const ClaimedJob& job, const Message& message, const std::string& told,
                      const std::string& reason, bool forGood) {
    const bool last = !queue_.fail(job, told, forGood);
    const auto company = last && !message.documentId.empty() ? options_.companyOf(job.company) : std::nullopt;
    if (company) {
        UnitOfWork work(services_, {*company, Actor{}, {}, job.requestId, company->language, false});
        tell(work, message, "mail.failed", told);
        work.commit();
    }
    log(last ? 3 : 4, job,
        "attempt " + std::to_string(job.attempt) + (last ? " was the last: " : " failed: ") + reason);
    count(last ? Outcome::GivenUp : Outcome::Retried);
}

void MailWorker::log(int level, const ClaimedJob& job, const std::string& sentence) const {
    if (services_.log) {
        const auto id = Uuid::parse(job.id);
        services_.log(level, job.requestId, "host",
                      "mail " + (id ? encodeId("job", *id) : job.id) + ": " + sentence);
    }
}

void MailWorker::count(Outcome outcome) const {
    if (options_.count) {
        options_.count(outcome);
    }
}

} // namespace svc::host::mail

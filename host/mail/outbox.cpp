#include "host/mail/outbox.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <utility>

#include <svc/provider_words.hpp>
#include <svc/text.hpp>

#include "host/core/outbound.hpp"
#include "host/core/unit_of_work.hpp"
#include "host/db/transaction.hpp"
#include "host/mail/mime.hpp"

namespace svc::host::mail {
namespace {

constexpr std::string_view File =
    "INSERT INTO svc.job (company_id, id, plugin, name, kind, due_at, payload, request_id, created_at,"
    " created_by_kind, created_by_id) VALUES ($1, $2, 'host', 'mail', 'mail', $3, $4, $5, $3, $6, $7)";

/// Offers the message to the plugin that sends messages about documents itself; returns its job, or nothing
/// when it does not send it.
std::optional<std::string> offerToPlugins(UnitOfWork& work, const Message& message) {
    if (message.documentId.empty()) {
        return std::nullopt;
    }
    for (const Lifecycle& lifecycle : work.services().catalogue.lifecycles()) {
        if (!lifecycle.mail.empty()) {
            std::string answer = work.command(lifecycle.mail, message.toJson().dump());
            if (Json::parse(answer).optionalText("jobId")) {
                return answer;
            }
        }
    }
    return std::nullopt;
}

std::string required(const Json& input, const char* field) {
    std::string text = input.textOr(field);
    if (text.empty()) {
        throw fieldRequired(field);
    }
    return text;
}

/// Reads recipient, sender and content of the message.
void readContent(const Json& input, MailDelivery& delivery, Instant now) {
    const Json* given = input.find("message");
    if (given == nullptr || given->isNull()) {
        return;
    }
    const Message message = Message::read(*given);
    for (const Attachment& file : message.attachments) {
        if (!file.command.empty()) {
            throw fieldInvalid("message.attachments");
        }
    }
    Envelope envelope;
    envelope.from = mailboxOf(input, "from");
    envelope.messageId = input.textOr("messageId");
    envelope.date = now;
    if (envelope.messageId.find_first_of("<> \r\n\t") != std::string::npos) {
        throw fieldInvalid("messageId");
    }
    delivery.from = envelope.from;
    delivery.to = message.to;
    delivery.text = mimeText(message, envelope);
}

MailDelivery readDelivery(const UnitOfWork& work, const Json& input, Instant now) {
    constexpr std::int64_t HighestPort = 65535;
    constexpr std::chrono::seconds Limit{60};
    MailDelivery delivery;
    delivery.plugin = work.caller();
    delivery.requestId = work.requestId();
    delivery.host = lowerAscii(required(input, "host"));
    const std::int64_t port = input.optionalInteger("port").value_or(0);
    const std::string security = input.textOr("security");
    if (port < 1 || port > HighestPort) {
        throw fieldInvalid("port");
    }
    if (security != "tls" && security != "starttls") {
        throw fieldInvalid("security");
    }
    delivery.port = static_cast<std::uint16_t>(port);
    delivery.implicitTls = security == "tls";
    delivery.user = required(input, "user");
    delivery.accessToken = input.textOr("accessToken");
    delivery.password = delivery.accessToken.empty() ? required(input, "password") : std::string();
    // XOAUTH2 separates its fields by this character.
    if (delivery.user.find('\x01') != std::string::npos) {
        throw fieldInvalid("user");
    }
    readContent(input, delivery, now);
    delivery.deadline = std::chrono::steady_clock::now() + Limit;
    if (work.deadline()) {
        delivery.deadline = std::min(delivery.deadline, *work.deadline());
    }
    return delivery;
}

std::string_view resultText(MailOutcome::Result result) {
    using Result = MailOutcome::Result;
    switch (result) {
    case Result::Done:
        return "done";
    case Result::LoginRefused:
        return "login-refused";
    case Result::Refused:
        return "refused";
    case Result::Later:
        return "later";
    case Result::Unreachable:
        return "unreachable";
    case Result::Unknown:
        break;
    }
    return "unknown";
}

/// The text of the reply after its status, without credentials: the enhanced status code (RFC 3463, `5.7.8`)
/// and the message. Both are empty when the server has accepted the message or has not replied.
std::pair<std::string, std::string> wordsOf(const MailOutcome& outcome, const MailDelivery& delivery) {
    constexpr std::size_t Longest = 200;
    const std::string status = std::to_string(outcome.status);
    const std::size_t at = outcome.error.find(status);
    if (outcome.status < 400 || at == std::string::npos) {
        return {};
    }
    std::string_view said = std::string_view(outcome.error).substr(at + status.size());
    said.remove_prefix(std::min(said.find_first_not_of(" -"), said.size()));
    const std::size_t end = std::min(said.find_first_not_of("0123456789."), said.size());
    const std::string_view code = said.substr(0, end);
    const bool isEnhanced = std::count(code.begin(), code.end(), '.') == 2;
    std::string words = connector::fitForRefusal(isEnhanced ? said.substr(end) : said, Longest);
    for (const std::string& secret : {delivery.password, delivery.accessToken, delivery.user}) {
        words = connector::withoutSecret(std::move(words), secret);
    }
    return {isEnhanced ? std::string(code) : std::string(), words};
}

std::string deliverNow(UnitOfWork& work, std::string_view text) {
    Services& services = work.services();
    const MailDelivery delivery = readDelivery(work, Json::parse(text), services.clock.now());
    if (services.outbound == nullptr) {
        throw Fault("this program calls nobody");
    }
    const MailOutcome outcome = services.outbound->deliver(delivery);
    auto [code, words] = wordsOf(outcome, delivery);
    work.noteSent({.plugin = delivery.plugin,
                   .method = "SMTP",
                   .path = delivery.host + ':' + std::to_string(delivery.port),
                   .status = outcome.status,
                   .error = outcome.status == 0 ? outcome.error : std::string(),
                   .durationMs = outcome.durationMs,
                   .retryAfter = {},
                   .code = std::move(code),
                   .words = std::move(words)});
    return Json::object({{"result", resultText(outcome.result)},
                         {"status", outcome.status == 0 ? Json() : Json(outcome.status)},
                         {"error", outcome.error.empty() ? Json() : Json(outcome.error)},
                         {"durationMs", outcome.durationMs}})
        .dump();
}

std::string contextOf(const Uuid& company, std::string_view id) {
    return "mail " + company.toString() + ' ' + std::string(id);
}

} // namespace

std::string Outbox::seal(const Uuid& company, std::string_view id, std::string_view text) const {
    return Json::object({{"sealed", sealer_.seal(contextOf(company, id), text)}}).dump();
}

std::string Outbox::opened(const Uuid& company, std::string_view id, std::string_view payload) const {
    auto text = sealer_.open(contextOf(company, id), Json::parse(payload).textOr("sealed"));
    if (!text) {
        throw std::runtime_error("the message was not sealed with a master key that is known");
    }
    return std::move(*text);
}

std::string Outbox::sealAgain(const Uuid& company, std::string_view id, std::string_view payload) const {
    return seal(company, id, opened(company, id, payload));
}

Uuid Outbox::queue(UnitOfWork& work, const Message& message) const {
    const Uuid id = work.newId();
    const std::optional<std::string> actor =
        work.actor().kind == Actor::Kind::None ? std::nullopt : std::optional(work.actor().id.toString());
    work.db().send(File, {work.company().id.toString(), id.toString(), work.now().toSql(),
                          seal(work.company().id, id.toString(), message.toJson().dump()), work.requestId(),
                          work.actor().kindText(), actor});
    work.filedMail();
    return id;
}

void Outbox::queueForPerson(const Message& message, const std::string& requestId) const {
    const Instant now = services_.clock.now();
    const Uuid id = newUuid(now);
    db::Transaction transaction(services_.pool);
    transaction.send(File, {Uuid().toString(), id.toString(), now.toSql(),
                            seal(Uuid(), id.toString(), message.toJson().dump()), requestId, std::nullopt,
                            std::nullopt});
    transaction.commit();
    if (services_.wake) {
        Filed filed;
        filed.mail = true;
        services_.wake(filed);
    }
}

Message Outbox::open(const ClaimedJob& job) const {
    return Message::read(Json::parse(opened(job.company, job.id, job.payload)));
}

void offerMail(Catalogue& catalogue, const Outbox& outbox) {
    catalogue.add(Command{"mail.queue", "host", [&outbox](UnitOfWork& work, std::string_view input) {
                              const Message message = Message::read(Json::parse(input));
                              if (auto answer = offerToPlugins(work, message)) {
                                  return std::move(*answer);
                              }
                              const Uuid job = outbox.queue(work, message);
                              return Json::object({{"jobId", encodeId("job", job)}}).dump();
                          }});
    Command deliver{"mail.deliver", "host", deliverNow};
    deliver.outside = true;
    catalogue.add(std::move(deliver));
}

} // namespace svc::host::mail

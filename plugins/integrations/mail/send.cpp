// Sends messages about documents through the mail server that the company has connected. SMTP has no
// idempotency: a message whose delivery is uncertain is never sent a second time.
#include <algorithm>

#include <svc/connector.hpp>

#include "attempt/flow.hpp"
#include "connection/chosen.hpp"
#include "connection/states.hpp"
#include "provider/calls.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view Operation = toText(AttemptOperation::Mail);
/// Size limit of secrets; longer messages go through the mail server of the installation.
constexpr std::size_t MostSealed = 60'000;
/// A message that certainly was not sent is retried for this long.
constexpr std::int64_t LongestTry = Instant::Day;
constexpr std::size_t LongestReason = 200;

/// A message holds links that open documents: it is stored as a secret until it is sent.
std::string secretOf(const Uuid& attempt) {
    return "mail." + attempt.toString();
}

bool canRender(Call& call, const Json& message) {
    const Json& files = message["attachments"];
    if (!files.isArray()) {
        return true;
    }
    return std::all_of(files.items().begin(), files.items().end(), [&](const Json& file) {
        const std::string command = file.textOr("command");
        return command.empty() || (command == "documents.pdf" && calls::documents::offersPdf(call));
    });
}

/// Renders the attachments that commands produce.
void render(Call& call, Json& message) {
    Json files = Json::array();
    for (const Json& file : message["attachments"].items()) {
        const std::string command = file.textOr("command");
        Json content = command.empty() ? file["content"] : call.command(command, file["input"])["content"];
        files.push(Json::object({{"fileName", file["fileName"]},
                                 {"contentType", file["contentType"]},
                                 {"content", std::move(content)}}));
    }
    message.set("attachments", std::move(files));
}

/// How an attempt to send has ended: a refused message is never sent, one that was put off is sent again.
enum class SendEnd { Sent, Refused, Later, Unknown };
constexpr EnumTexts<SendEnd, 4> SendEndTexts{{"sent", "refused", "later", "unknown"}};

/// The result of one attempt to send.
struct Try {
    SendEnd end = SendEnd::Later;
    std::string reason{}; ///< why it was not sent
    std::optional<Instant> notBefore{};
    std::string reference{};
};

struct Letter {
    Attempt attempt;
    verbs::SendInput input;
};

void tell(Call& call, const Attempt& attempt, std::string_view action, const Json& what) {
    call.history(
        attempt.document.kind, attempt.document.id, action,
        Json::array({Json::object({{"field", Operation}, {"from", nullptr}, {"to", what}}),
                     Json::object({{"field", "provider"}, {"from", nullptr}, {"to", attempt.provider}})}));
}

/// Begins the next attempt; sending starts after its commit. An attempt that began and never ended is not
/// repeated: its host stopped meanwhile, and it is unknown whether the message was sent.
std::optional<Letter> begin(Call& call, const Uuid& id) {
    auto attempt = lockAttempt(call, id);
    if (attempt && attempt->state == AttemptState::Called) {
        holdAttempt(call, *attempt, "answer-lost");
        call.secrets().remove(secretOf(id));
    }
    if (!attempt || attempt->state != AttemptState::Planned) {
        return std::nullopt;
    }
    const auto connection = findConnection(call, attempt->provider);
    if (!connection || connection->state == State::Expired) {
        throw ApiError(400, "integration-not-connected");
    }
    Json message = Json::parse(call.secrets().get(secretOf(id)).value());
    render(call, message);
    attempt->state = AttemptState::Called;
    saveAttempt(call, *attempt);
    verbs::SendInput input{.key = attempt->key,
                           .plannedAt = attempt->createdAt,
                           .settings = connection->settings,
                           .message = std::move(message)};
    return Letter{*std::move(attempt), std::move(input)};
}

/// By the contract of the verb, a refusal means that nothing was sent.
Try refused(const ApiError& refusal) {
    Try result{.reason = std::string(refusal.code()), .notBefore = retryTime(refusal)};
    const bool mayHelp = isUnreachable(refusal) || connector::isCredentialsRefusal(refusal.code()) ||
                         refusal.code() == "integration-not-connected";
    result.end = mayHelp ? SendEnd::Later : SendEnd::Refused;
    return result;
}

Try send(Call& call, const Letter& letter) {
    const Json answer = askInTurn(call, verbs::send, letter.attempt.provider, letter.input);
    SendEnd end = SendEnd::Unknown;
    SendEndTexts.read(answer.textOr("state"), end);
    return {.end = end,
            .reason = std::string(utf8Prefix(answer.textOr("error", "answer-lost"), LongestReason)),
            .reference = answer.textOr("reference")};
}

void keepEnd(Call& call, Attempt& attempt, const Try& result) {
    if (result.end == SendEnd::Sent) {
        attempt.state = AttemptState::Done;
        attempt.status = AttemptStatus::Sent;
        attempt.reference = result.reference;
        attempt.error.reset();
        record(call, attempt.provider, true, std::nullopt, false);
        tell(call, attempt, "mail.sent", attempt.request["to"]);
    } else {
        attempt.state = AttemptState::Failed;
        attempt.status = AttemptStatus::Failed;
        attempt.error = result.reason;
        tell(call, attempt, "mail.failed", result.reason);
    }
    saveAttempt(call, attempt);
    call.secrets().remove(secretOf(attempt.id));
}

/// Nothing was sent: plans the next attempt, unless a day has passed. Returns its time.
std::optional<Instant> keepWaiting(Call& call, Attempt& attempt, const Try& result) {
    const std::int64_t age = call.now() - attempt.createdAt;
    if (age >= LongestTry) {
        keepEnd(call, attempt, result);
        return std::nullopt;
    }
    if (!attempt.error) {
        tell(call, attempt, "mail.delayed", result.reason);
    }
    attempt.state = AttemptState::Planned;
    attempt.error = result.reason;
    saveAttempt(call, attempt);
    const std::int64_t wait = std::clamp<std::int64_t>(age, Instant::Minute, Instant::Hour);
    return std::max(call.now() + wait, result.notBefore.value_or(call.now()));
}

/// Stores the result of the attempt; returns the time of the next one.
std::optional<Instant> keep(Call& call, const Uuid& id, const Try& result) {
    auto attempt = lockAttempt(call, id);
    if (!attempt || (attempt->state != AttemptState::Called && attempt->state != AttemptState::Planned)) {
        return std::nullopt;
    }
    if (result.end == SendEnd::Later) {
        return keepWaiting(call, *attempt, result);
    }
    if (result.end == SendEnd::Unknown) {
        holdAttempt(call, *attempt, "answer-lost");
        call.secrets().remove(secretOf(id));
        return std::nullopt;
    }
    keepEnd(call, *attempt, result);
    return std::nullopt;
}

std::optional<Try> tryToSend(Call& call, const Uuid& id) {
    std::optional<Letter> letter;
    try {
        letter = call.transaction([&] { return begin(call, id); });
        return letter ? std::optional(send(call, *letter)) : std::nullopt;
    } catch (const ApiError& refusal) {
        if (letter) {
            call.transaction([&] { recordRefusal(call, letter->attempt.provider, refusal); });
        }
        return refused(refusal);
    }
}

} // namespace

Json commands::sendMail(Call& call, const Json& message) {
    const std::string text = message.dump();
    const auto chosen = text.size() <= MostSealed && canRender(call, message)
                            ? findCapable(call, std::nullopt, Operation)
                            : std::nullopt;
    if (!chosen) {
        return Json::object({{"jobId", nullptr}});
    }
    lockConnection(call, chosen->provider.id);
    Attempt attempt;
    attempt.operation = AttemptOperation::Mail;
    attempt.provider = chosen->provider.id;
    attempt.document = {message["document"].textOr("kind"), message["document"].textOr("id")};
    attempt.state = AttemptState::Planned;
    attempt.request = Json::object({{"to", message["to"]}, {"subject", message["subject"]}});
    insertAttempt(call, attempt);
    call.secrets().put(secretOf(attempt.id), text);
    const std::string id = attempt.id.toString();
    const Uuid job = jobs::fileMail(call, call.now(), {.attempt = id}, id);
    return Json::object({{"jobId", JobId(job).toString()}});
}

void jobs::mail(Call& call, const jobs::MailPayload& payload) {
    const Uuid id = Uuid::parse(payload.attempt).value();
    if (const auto result = tryToSend(call, id)) {
        const auto due = call.transaction([&] { return keep(call, id, *result); });
        if (due) {
            call.again(*due, Json::object({{"attempt", payload.attempt}}), result->reason);
            return;
        }
    }
    const auto attempt = call.transaction([&] { return findAttempt(call, id); });
    if (attempt) {
        call.result(Json::object({{"to", attempt->request["to"]},
                                  {"provider", attempt->provider},
                                  {"state", attempt->state == AttemptState::Done ? toText(AttemptStatus::Sent)
                                                                                 : toText(attempt->state)},
                                  {"error", attempt->error}}));
    }
}

} // namespace svc::integrations

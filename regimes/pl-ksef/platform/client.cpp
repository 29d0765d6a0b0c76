// Authentication and sessions.
#include "platform/client.hpp"

#include <svc/encoding.hpp>

#include "authority/replies.hpp"
#include "keys/company_key.hpp"
#include "regime_id.hpp"
#include "session/store.hpp"
#include "xades/signing.hpp"

namespace svc::pl_ksef {
namespace {

using authority::bodyOf;
using namespace calls::compliance;
using authority::whyNot;

/// A token with less remaining lifetime is not used.
constexpr std::int64_t TokenMargin = Instant::Minute;
/// Pause between status requests: an authentication takes seconds; its challenge is valid for ten minutes.
constexpr std::int64_t OperationPause = 5 * Instant::Second;
constexpr std::int64_t DefaultPause = Instant::Minute;
/// A session is used for less than an hour, then the job closes it; without that it would live for twelve
/// hours.
constexpr std::int64_t SessionUse = 50 * Instant::Minute;
constexpr std::int64_t SessionEnd = Instant::Hour;
constexpr std::int32_t MostAnswer = 4 * 1024 * 1024; // a file has at most 1 MiB
constexpr int TooMany = 429;
constexpr int Unauthorized = 401;
constexpr int Forbidden = 403;
constexpr int ServerError = 500;

std::string sessionSecret(const std::string& reference) {
    return "session." + reference;
}

RegimeAnswer later(Instant at, const std::string& why) {
    return {.outcome = AnswerOutcome::Later, .error = why, .nextAttemptAt = at};
}

/// The JSON object in a secret; nothing when it is none.
std::optional<Json> parsed(const std::string& secret) {
    try {
        Json json = Json::parse(secret);
        return json.isObject() ? std::optional(std::move(json)) : std::nullopt;
    } catch (const JsonError&) {
        return std::nullopt;
    }
}

std::string bearer(const std::string& token) {
    return "Bearer " + token;
}

/// `HTTP 400: 21405 Błąd walidacji`
std::string reasonOf(const HttpReply& reply) {
    const Problem problem = problemIn(bodyOf(reply));
    return problem.text.empty() ? whyNot(reply) : problem.text;
}

} // namespace

Client::Client(Call& call, Environment environment, const Json& settings)
    : call_(call), environment_(environment), settings_(settings), nip_(settings.textOr("nip")),
      base_(Call::settings().textOr("baseUrl", apiAddress(environment))) {}

std::string Client::address(const std::string& path) const {
    return base_ + path;
}

std::string Client::nameOf(Kind kind) const {
    const std::string_view word = kind == Kind::Access    ? "access."
                                  : kind == Kind::Refresh ? "refresh."
                                                          : "operation.";
    return std::string(word) + std::string(toText(environment_)) + '.' + nip_;
}

std::optional<Client::Token> Client::find(Kind kind) {
    const auto kept = call_.secrets().get(nameOf(kind));
    const auto json = kept ? parsed(*kept) : std::nullopt;
    const auto until = json ? Instant::parse(json->textOr("validUntil")) : std::nullopt;
    if (!until || call_.now() + TokenMargin >= *until) {
        return std::nullopt;
    }
    return Token{json->textOr("token"), *until, json->textOr("reference")};
}

Client::Token Client::keep(Kind kind, const Json& told, const std::string& reference) {
    const std::string until = told.textOr("validUntil");
    const Token token{told.textOr("token"), Instant::parse(until).value_or(call_.now()), reference};
    const Json kept =
        Json::object({{"token", token.text}, {"validUntil", until}, {"reference", token.reference}});
    call_.transaction([&] { call_.secrets().put(nameOf(kind), kept.dump()); });
    return token;
}

void Client::forget(Kind kind, const Token& used) {
    call_.transaction([&] {
        const auto now = find(kind);
        if (!now || now->text == used.text) {
            call_.secrets().remove(nameOf(kind));
        }
    });
}

const HttpReply& Client::answered(const HttpReply& reply) const {
    const bool isAway = !reply.answered() || reply.status >= ServerError;
    const auto pause = authority::pauseAskedBy(reply, call_.now());
    if (reply.status == TooMany || (isAway && pause)) {
        throw Unanswered(later(pause.value_or(call_.now() + DefaultPause), "KSeF wants a pause"));
    }
    if (isAway) {
        throw Unanswered(outcome(AnswerOutcome::Retry, whyNot(reply)));
    }
    if (reply.status == Forbidden) {
        throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply), problemIn(bodyOf(reply)).code));
    }
    return reply;
}

PublicKey Client::publicKey(KeyUse use) {
    const HttpReply reply = answered(call_.http().get(address("/security/public-key-certificates")).send());
    Json all;
    try {
        all = reply.json();
    } catch (const JsonError&) {
        throw Unanswered(outcome(AnswerOutcome::Retry, "the keys of the ministry cannot be read"));
    }
    const auto key = publicKeyIn(all, use, call_.now());
    if (!key) {
        throw Unanswered(outcome(AnswerOutcome::Retry, "the ministry has no valid key"));
    }
    return *key;
}

Json Client::challenge() {
    const HttpReply reply = answered(call_.http().post(address("/auth/challenge")).send());
    Json body = bodyOf(reply);
    if (!body["challenge"].isString() || !body["timestampMs"].isNumber()) {
        throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply)));
    }
    return body;
}

HttpReply Client::sendToken(const Json& challenge, const std::string& token) {
    const auto request = tokenRequest(challenge["challenge"].text(), challenge["timestampMs"].integer(), nip_,
                                      token, publicKey(KeyUse::Token));
    if (!request) {
        throw Unanswered(outcome(AnswerOutcome::Retry, "the key of the ministry cannot be used"));
    }
    return call_.http().post(address("/auth/ksef-token")).json(*request).send();
}

HttpReply Client::sendSigned(const Json& challenge) {
    const std::string document = signedRequest(challenge["challenge"].text(), nip_);
    const auto file = call_.transaction([&]() -> std::optional<std::string> {
        const auto key = keys::companyKey([this](std::string_view algorithm, const std::string& data) {
            FiscalSignInput ask{.regime = std::string(RegimeId), .key = "certificate", .data = data};
            fromText(algorithm, ask.algorithm);
            return fiscalSign(call_, ask);
        });
        if (!key) {
            return std::nullopt;
        }
        return xades::signEnveloped(document, *key, call_.now(),
                                    {.reference = xades::CertificateReference::V1, .id = "auth"});
    });
    if (!file) {
        throw Unanswered(outcome(AnswerOutcome::Retry, "there is neither a token nor a valid certificate",
                                 "no-credentials"));
    }
    return call_.http().post(address("/auth/xades-signature")).body("application/xml", *file).send();
}

/// Requests a challenge and answers it. Returns the token of the authentication operation.
Client::Token Client::begin() {
    const std::string token = call_.transaction([&] {
        return fiscalRegime(call_, {.regime = std::string(RegimeId)}).value().settings.textOr("token");
    });
    const Json asked = challenge();
    const HttpReply reply = answered(token.empty() ? sendSigned(asked) : sendToken(asked, token));
    const Json body = bodyOf(reply);
    if (!body["authenticationToken"].isObject()) {
        throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply), problemIn(body).code));
    }
    return keep(Kind::Operation, body["authenticationToken"], body.textOr("referenceNumber"));
}

/// `shared`: another call may have redeemed the operation, which KSeF allows only once.
Client::Token Client::redeem(const Token& operation, bool shared) {
    const HttpReply reply = answered(call_.http()
                                         .post(address("/auth/token/redeem"))
                                         .header("Authorization", bearer(operation.text))
                                         .send());
    const Json body = bodyOf(reply);
    forget(Kind::Operation, operation);
    if (body["accessToken"].isObject() && body["refreshToken"].isObject()) {
        keep(Kind::Refresh, body["refreshToken"]);
        return keep(Kind::Access, body["accessToken"]);
    }
    if (shared) {
        throw Unanswered(later(call_.now() + OperationPause, reasonOf(reply)));
    }
    throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply)));
}

Client::Token Client::authenticate() {
    const auto kept = find(Kind::Operation);
    const Token operation = kept ? *kept : begin();
    const HttpReply reply = answered(call_.http()
                                         .get(address("/auth/" + operation.reference))
                                         .header("Authorization", bearer(operation.text))
                                         .send());
    const Json body = bodyOf(reply);
    const Json& status = body["status"];
    const std::int64_t code = status.isObject() ? status.optionalInteger("code").value_or(0) : 0;
    if (code == 100) {
        throw Unanswered(later(call_.now() + OperationPause, "KSeF is checking the credentials"));
    }
    if (code != 200) {
        forget(Kind::Operation, operation);
        const Problem problem = status.isObject() ? statusProblem(status) : problemIn(body);
        throw Unanswered(outcome(AnswerOutcome::Retry, problem.text.empty() ? whyNot(reply) : problem.text,
                                 problem.code.empty() ? "" : "auth-" + problem.code));
    }
    return redeem(operation, kept.has_value());
}

/// Nothing when there is no refresh token, or KSeF refuses it.
std::optional<Client::Token> Client::refresh() {
    const auto token = find(Kind::Refresh);
    if (!token) {
        return std::nullopt;
    }
    const HttpReply reply =
        call_.http().post(address("/auth/token/refresh")).header("Authorization", bearer(token->text)).send();
    const Json body = bodyOf(reply);
    if (reply.ok() && body["accessToken"].isObject()) {
        return keep(Kind::Access, body["accessToken"]);
    }
    if (reply.status != Forbidden) {
        answered(reply);
    }
    forget(Kind::Refresh, *token);
    return std::nullopt;
}

Client::Token Client::provideAccess() {
    auto token = find(Kind::Access);
    token = token ? token : refresh();
    return token ? *token : authenticate();
}

HttpReply Client::withAccess(const std::function<HttpReply(const Token& access)>& ask) {
    Token access = provideAccess();
    HttpReply reply = ask(access);
    if (reply.status == Unauthorized) {
        forget(Kind::Access, access);
        access = provideAccess();
        reply = ask(access);
    }
    if (reply.status == Unauthorized) {
        forget(Kind::Access, access);
        if (const auto refreshing = find(Kind::Refresh)) {
            forget(Kind::Refresh, *refreshing);
        }
        throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply), "unauthorized"));
    }
    answered(reply);
    return reply;
}

HttpReply Client::get(const std::string& path) {
    return withAccess([&](const Token& access) {
        return call_.http()
            .get(address(path))
            .header("Authorization", bearer(access.text))
            .most(MostAnswer)
            .send();
    });
}

HttpReply Client::post(const std::string& path, const Json& body) {
    return withAccess([&](const Token& access) {
        auto request = call_.http().post(address(path)).header("Authorization", bearer(access.text));
        return body.isNull() ? std::move(request).send() : std::move(request).json(body).send();
    });
}

std::pair<std::string, SessionKey> Client::session() {
    const auto open = call_.transaction(
        [&] { return openSession(call_, toText(environment_), nip_, call_.now() - SessionUse); });
    if (open) {
        const auto kept = call_.secrets().get(sessionSecret(open->reference));
        if (const auto key = kept ? SessionKey::parse(*kept) : std::nullopt) {
            return {open->reference, *key};
        }
    }
    const SessionKey key = SessionKey::make();
    const auto request = sessionRequest(key, publicKey(KeyUse::SymmetricKey));
    if (!request) {
        throw Unanswered(outcome(AnswerOutcome::Retry, "the key of the ministry cannot be used"));
    }
    const HttpReply reply = post("/sessions/online", *request);
    const std::string reference = bodyOf(reply).isNull() ? "" : bodyOf(reply).textOr("referenceNumber");
    if (!reply.ok() || reference.empty()) {
        throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply), problemIn(bodyOf(reply)).code));
    }
    call_.transaction([&] {
        insertSession(call_, {reference, std::string(toText(environment_)), nip_, call_.now()});
        call_.secrets().put(sessionSecret(reference), key.toText());
        jobs::fileCloseSession(call_, call_.now() + SessionEnd,
                               {.reference = reference, .settings = settings_}, reference);
    });
    return {reference, key};
}

void Client::forgetSession(const std::string& reference) {
    call_.transaction([&] {
        closeSession(call_, reference);
        call_.secrets().remove(sessionSecret(reference));
    });
}

} // namespace svc::pl_ksef

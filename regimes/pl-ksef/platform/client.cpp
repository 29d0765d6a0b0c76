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

std::string Client::nameOf(Token token) const {
    const std::string_view kind = token == Token::Access    ? "access."
                                  : token == Token::Refresh ? "refresh."
                                                            : "operation.";
    return std::string(kind) + std::string(toText(environment_)) + '.' + nip_;
}

bool Client::isValid(Token token) {
    const auto until = call_.secrets().get(nameOf(token) + ".until");
    const auto instant = until ? Instant::parse(*until) : std::nullopt;
    return instant && call_.now() + TokenMargin < *instant;
}

/// Stores a token; `told`: its TokenInfo.
void Client::put(Token token, const Json& told) {
    call_.secrets().put(nameOf(token), told.textOr("token"));
    call_.secrets().put(nameOf(token) + ".until", told.textOr("validUntil"));
}

void Client::keep(Token token, const Json& told) {
    call_.transaction([&] { put(token, told); });
}

void Client::forget(Token token) {
    call_.transaction([&] { call_.secrets().remove(nameOf(token) + '*'); });
}

const HttpReply& Client::answered(const HttpReply& reply) const {
    if (reply.status == TooMany) {
        throw Unanswered(
            later(reply.retryAfter(call_.now()).value_or(call_.now() + DefaultPause), "KSeF wants a pause"));
    }
    if (!reply.answered() || reply.status >= ServerError) {
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

/// Requests a challenge and answers it; stores the token of the authentication operation.
void Client::begin() {
    const std::string token = call_.transaction([&] {
        return fiscalRegime(call_, {.regime = std::string(RegimeId)}).value().settings.textOr("token");
    });
    const Json asked = challenge();
    const HttpReply reply = answered(token.empty() ? sendSigned(asked) : sendToken(asked, token));
    const Json body = bodyOf(reply);
    if (!body["authenticationToken"].isObject()) {
        throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply), problemIn(body).code));
    }
    call_.transaction([&] {
        put(Token::Operation, body["authenticationToken"]);
        call_.secrets().put(nameOf(Token::Operation) + ".reference", body.textOr("referenceNumber"));
    });
}

void Client::redeem() {
    const HttpReply reply =
        answered(call_.http().post(address("/auth/token/redeem")).bearer(nameOf(Token::Operation)).send());
    const Json body = bodyOf(reply);
    forget(Token::Operation); // the operation's token can be redeemed only once
    if (!body["accessToken"].isObject() || !body["refreshToken"].isObject()) {
        throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply)));
    }
    keep(Token::Access, body["accessToken"]);
    keep(Token::Refresh, body["refreshToken"]);
}

void Client::authenticate() {
    if (!isValid(Token::Operation)) {
        begin();
    }
    const std::string reference = call_.secrets().get(nameOf(Token::Operation) + ".reference").value_or("");
    const HttpReply reply =
        answered(call_.http().get(address("/auth/" + reference)).bearer(nameOf(Token::Operation)).send());
    const Json body = bodyOf(reply);
    const Json& status = body["status"];
    const std::int64_t code = status.isObject() ? status.optionalInteger("code").value_or(0) : 0;
    if (code == 100) {
        throw Unanswered(later(call_.now() + OperationPause, "KSeF is checking the credentials"));
    }
    if (code != 200) {
        forget(Token::Operation);
        const Problem problem = status.isObject() ? statusProblem(status) : problemIn(body);
        throw Unanswered(outcome(AnswerOutcome::Retry, problem.text.empty() ? whyNot(reply) : problem.text,
                                 problem.code.empty() ? "" : "auth-" + problem.code));
    }
    redeem();
}

/// Refreshes the access token. False when there is no refresh token, or KSeF refuses it.
bool Client::refresh() {
    if (!isValid(Token::Refresh)) {
        return false;
    }
    const HttpReply reply =
        call_.http().post(address("/auth/token/refresh")).bearer(nameOf(Token::Refresh)).send();
    const Json body = bodyOf(reply);
    if (reply.ok() && body["accessToken"].isObject()) {
        keep(Token::Access, body["accessToken"]);
        return true;
    }
    if (reply.status == Forbidden) {
        forget(Token::Refresh);
        return false;
    }
    answered(reply);
    forget(Token::Refresh);
    return false;
}

void Client::provideAccess() {
    if (!isValid(Token::Access) && !refresh()) {
        authenticate();
    }
}

HttpReply Client::withAccess(const std::function<HttpReply()>& ask) {
    provideAccess();
    HttpReply reply = ask();
    if (reply.status == Unauthorized) {
        forget(Token::Access);
        provideAccess();
        reply = ask();
    }
    if (reply.status == Unauthorized) {
        forget(Token::Access);
        forget(Token::Refresh);
        throw Unanswered(outcome(AnswerOutcome::Retry, reasonOf(reply), "unauthorized"));
    }
    answered(reply);
    return reply;
}

HttpReply Client::get(const std::string& path) {
    return withAccess([&] {
        return call_.http().get(address(path)).bearer(nameOf(Token::Access)).most(MostAnswer).send();
    });
}

HttpReply Client::post(const std::string& path, const Json& body) {
    return withAccess([&] {
        auto request = call_.http().post(address(path)).bearer(nameOf(Token::Access));
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

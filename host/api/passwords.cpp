#include "host/api/passwords.hpp"

#include "host/api/account_proof.hpp"
#include "host/api/security_notices.hpp"
#include "host/api/sessions.hpp"
#include "host/auth/digest.hpp"
#include "host/auth/password.hpp"
#include "host/auth/session_token.hpp"
#include "host/db/pool.hpp"
#include "host/db/transaction.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::int64_t ResetLife = Instant::Hour;
constexpr std::int64_t ResetsPerHour = 3;

constexpr std::string_view ReadAddress = "SELECT email FROM svc.user_account WHERE id = $1";
constexpr std::string_view WriteHash = "UPDATE svc.user_account SET password_hash = $2,"
                                       " version = version + 1, updated_at = $3 WHERE id = $1";
constexpr std::string_view EndOtherSessions = "DELETE FROM svc.session WHERE user_id = $1 AND id <> $2";
constexpr std::string_view EndAllSessions = "DELETE FROM svc.session WHERE user_id = $1";
constexpr std::string_view FindUserOfToken =
    "SELECT id, language FROM svc.user_account WHERE lower(email) = lower($1)";
constexpr std::string_view CountResets =
    "SELECT count(*) FROM svc.password_reset WHERE user_id = $1 AND created_at > $2";
constexpr std::string_view InsertReset =
    "INSERT INTO svc.password_reset (token_digest, user_id, created_at, expires_at) VALUES ($1, $2, $3, $4)";
// Of two requests with the same link the second waits for the row lock and then finds the link used.
constexpr std::string_view UseReset = "UPDATE svc.password_reset SET used_at = $2 WHERE token_digest = $1 "
                                      "AND used_at IS NULL AND expires_at > $2"
                                      " RETURNING user_id";
constexpr std::string_view ResetIsOpen =
    "SELECT 1 FROM svc.password_reset WHERE token_digest = $1 AND used_at IS NULL AND expires_at > $2";
constexpr std::string_view CloseResets =
    "UPDATE svc.password_reset SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL";

void changePassword(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    const std::string& wanted = (*exchange.json)["newPassword"].text();
    const std::string user = exchange.caller.id.toString();
    const db::Rows address = context.services.pool.acquire()->query(ReadAddress, {user});
    proveAgain(context, std::string(address.text(0, 0)), *exchange.json);
    if (!auth::isStrongPassword(wanted)) {
        throw ApiError(400, "password-too-weak");
    }
    const std::string hash = auth::hashPassword(wanted);
    db::Transaction transaction(context.services.pool);
    transaction.send(WriteHash, {user, hash, context.services.clock.now().toSql()});
    // Ends all other sessions of the person, since whoever knew the old password may have opened one.
    transaction.send(EndOtherSessions, {user, exchange.caller.sessionId.toString()});
    transaction.commit();
    tellPerson(context, exchange.caller.id, SecurityChange::PasswordChanged, exchange.requestId);
    replyEmpty(exchange, 204);
}

mail::Message resetMail(const std::string& email, const std::string& url, std::string_view language) {
    if (language == "fr") {
        return {email, "Nouveau mot de passe",
                "Pour choisir un nouveau mot de passe (valable une heure) :\n" + url};
    }
    if (language == "de") {
        return {email, "Neues Passwort", "Um ein neues Passwort zu setzen (eine Stunde gültig):\n" + url};
    }
    return {email, "New password", "To choose a new password (valid for one hour):\n" + url};
}

void forgotPassword(http::Exchange& exchange, ApiContext& context) {
    const std::string email = exchange.json->textOr("email");
    const db::Lease lease = context.services.pool.acquire();
    const db::Rows user = lease->query(FindUserOfToken, {email});
    // The answer is the same when the address has no account or has asked too often.
    exchange.reply(202, Json::object());
    if (user.empty()) {
        return;
    }
    if (const auto link = resetLink(context, *lease, std::string(user.text(0, 0)))) {
        context.mail.queueForPerson(resetMail(email, *link, user.text(0, 1)), exchange.requestId);
    }
}

} // namespace

std::optional<std::string> resetLink(ApiContext& context, db::Connection& connection,
                                     const std::string& user) {
    const Instant now = context.services.clock.now();
    const db::Rows sent = connection.query(CountResets, {user, (now - Instant::Hour).toSql()});
    if (integerOf(sent.text(0, 0)) >= ResetsPerHour) {
        return std::nullopt;
    }
    const std::string token = auth::randomAlphanumeric(auth::TokenLength);
    connection.query(InsertReset,
                     {auth::digestParameter(token), user, now.toSql(), (now + ResetLife).toSql()});
    return context.options.publicUrl() + "/console/reset/" + token;
}

void resetWith(const http::Exchange& exchange, ApiContext& context, const std::string& token,
               const std::string& wanted) {
    const std::string digest = auth::digestParameter(token);
    const std::string now = context.services.clock.now().toSql();
    if (context.services.pool.acquire()->query(ResetIsOpen, {digest, now}).empty()) {
        throw ApiError(400, "token-invalid");
    }
    if (!auth::isStrongPassword(wanted)) {
        throw ApiError(400, "password-too-weak");
    }
    const std::string hash = auth::hashPassword(wanted);
    db::Transaction transaction(context.services.pool);
    const db::Rows used = transaction.query(UseReset, {digest, now});
    if (used.empty()) {
        throw ApiError(400, "token-invalid");
    }
    const std::string user(used.text(0, 0));
    transaction.send(WriteHash, {user, hash, now});
    transaction.send(EndAllSessions, {user});
    transaction.send(CloseResets, {user, now});
    transaction.commit();
    const Uuid person = Uuid::parse(user).value_or(Uuid());
    forgetFailures(*context.services.pool.acquire(), person);
    tellPerson(context, person, SecurityChange::PasswordChanged, exchange.requestId);
}

void addPasswordHandlers(Handlers& handlers, ApiContext& context) {
    handlers["changePassword"] = [&context](http::Exchange& exchange) { changePassword(exchange, context); };
    handlers["forgotPassword"] = [&context](http::Exchange& exchange) { forgotPassword(exchange, context); };
    handlers["resetPassword"] = [&context](http::Exchange& exchange) {
        const Json& body = *exchange.json;
        resetWith(exchange, context, body.textOr("token"), body["newPassword"].text());
        replyEmpty(exchange, 204);
    };
}

} // namespace svc::host::api

#include "host/api/account_proof.hpp"
#include "host/api/sessions.hpp"
#include "host/auth/password.hpp"
#include "host/db/pool.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view InsertUser =
    "INSERT INTO svc.user_account (id, email, name, language, password_hash, created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT ((lower(email))) DO NOTHING";
constexpr std::string_view EmailIsTaken = "SELECT 1 FROM svc.user_account WHERE lower(email) = lower($1)";
constexpr std::string_view EndSession = "DELETE FROM svc.session WHERE id = $1 AND user_id = $2";

void logIn(http::Exchange& exchange, ApiContext& context) {
    const Json& body = *exchange.json;
    const Uuid user = proveAccount(context, Credentials::read(body.textOr("email"), body));
    exchange.reply(
        200, openSession(exchange, context, *context.services.pool.acquire(), user, body.textOr("device")));
}

void signUp(http::Exchange& exchange, ApiContext& context) {
    if (!context.options.signup) {
        throw ApiError(403, "signup-disabled");
    }
    const Json& body = *exchange.json;
    const std::string email = body.textOr("email");
    const std::string& password = body["password"].text();
    if (!context.services.pool.acquire()->query(EmailIsTaken, {email}).empty()) {
        throw ApiError(400, "email-taken");
    }
    if (!auth::isStrongPassword(password)) {
        throw ApiError(400, "password-too-weak");
    }
    const std::string hash = auth::hashPassword(password);
    const Instant now = context.services.clock.now();
    const Uuid id = newUuid(now);
    const db::Lease lease = context.services.pool.acquire();
    const db::Rows inserted = lease->query(
        InsertUser,
        {id.toString(), email, body.textOr("name"),
         body.textOr("language", exchange.language.empty() ? "en" : exchange.language), hash, now.toSql()});
    if (inserted.affected() == 0) {
        throw ApiError(400, "email-taken");
    }
    exchange.reply(201, openSession(exchange, context, *lease, id, body.textOr("device")));
}

void logOut(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    context.services.pool.acquire()->query(
        EndSession, {exchange.caller.sessionId.toString(), exchange.caller.id.toString()});
    replyEmpty(exchange, 204);
}

} // namespace

void addLoginHandlers(Handlers& handlers, ApiContext& context) {
    handlers["signUp"] = [&context](http::Exchange& exchange) { signUp(exchange, context); };
    handlers["logIn"] = [&context](http::Exchange& exchange) { logIn(exchange, context); };
    handlers["logOut"] = [&context](http::Exchange& exchange) { logOut(exchange, context); };
}

} // namespace svc::host::api

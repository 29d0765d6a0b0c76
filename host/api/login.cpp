#include "host/api/sessions.hpp"
#include "host/auth/password.hpp"
#include "host/auth/totp.hpp"
#include "host/db/error.hpp"
#include "host/db/pool.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::int64_t MostFailures = 10;
constexpr std::int64_t FailureWindow = 15 * Instant::Minute;
constexpr std::int64_t LockTime = 15 * Instant::Minute;

constexpr std::string_view FindUser =
    "SELECT id, password_hash, locked_until, otp_enabled, otp_secret, otp_last_step FROM svc.user_account"
    " WHERE lower(email) = lower($1)";
// Every attempt is counted before it is judged and taken back when it was right: so many attempts at once
// cannot pass the ceiling together.
constexpr std::string_view CountAttempt =
    "UPDATE svc.user_account SET"
    " failed_logins = CASE WHEN first_failed_at > $2 THEN failed_logins + 1 ELSE 1 END,"
    " first_failed_at = CASE WHEN first_failed_at > $2 THEN first_failed_at ELSE $3 END"
    " WHERE id = $1 RETURNING failed_logins";
constexpr std::string_view LockAccount =
    "UPDATE svc.user_account SET locked_until = $2, failed_logins = 0, first_failed_at = NULL WHERE id = $1";
constexpr std::string_view ForgiveAttempt =
    "UPDATE svc.user_account SET failed_logins = greatest(failed_logins - 1, 0) WHERE id = $1";
constexpr std::string_view ClearFailures = "UPDATE svc.user_account SET failed_logins = 0, first_failed_at = "
                                           "NULL, locked_until = NULL WHERE id = $1";
// No row when another request has used the same code a moment before.
constexpr std::string_view UseCode =
    "UPDATE svc.user_account SET otp_last_step = $2 WHERE id = $1 AND otp_last_step < $2 RETURNING id";
constexpr std::string_view InsertUser =
    "INSERT INTO svc.user_account (id, email, name, language, password_hash, created_at, updated_at)"
    " VALUES ($1, $2, $3, $4, $5, $6, $6) ON CONFLICT ((lower(email))) DO NOTHING";
constexpr std::string_view EmailIsTaken = "SELECT 1 FROM svc.user_account WHERE lower(email) = lower($1)";
constexpr std::string_view EndSession = "DELETE FROM svc.session WHERE id = $1 AND user_id = $2";

/// Refuses a failed attempt, and locks the account when it was one too many.
[[noreturn]] void refuseAttempt(ApiContext& context, db::Connection& connection, std::string_view user,
                                std::int64_t failures, std::string_view code) {
    if (failures >= MostFailures) {
        connection.query(LockAccount, {user, (context.services.clock.now() + LockTime).toSql()});
    }
    throw ApiError(401, code);
}

bool codeIsRight(ApiContext& context, db::Connection& connection, const db::Rows& user,
                 const std::string& code) {
    const std::string id(user.text(0, 0));
    const auto secret = context.options.codeSealer.open(id, user.cell(0, 4).value_or(""));
    const auto step =
        secret ? auth::matchTotp(*secret, code, context.services.clock.now(), integerOf(user.text(0, 5)))
               : std::nullopt;
    return step && !connection.query(UseCode, {id, std::to_string(*step)}).empty();
}

void logIn(http::Exchange& exchange, ApiContext& context) {
    const Json& body = *exchange.json;
    const std::string password = body["password"].isString() ? body["password"].text() : "";
    const Instant now = context.services.clock.now();
    db::Rows user;
    std::int64_t failures = 0;
    {
        const db::Lease lease = context.services.pool.acquire();
        user = lease->query(FindUser, {body.textOr("email")});
        if (!user.empty()) {
            const auto lockedUntil = user.cell(0, 2);
            if (lockedUntil && instantOf(*lockedUntil) > now) {
                throw ApiError(403, "account-locked");
            }
            failures = integerOf(
                lease->query(CountAttempt, {user.text(0, 0), (now - FailureWindow).toSql(), now.toSql()})
                    .text(0, 0));
            if (failures > MostFailures) {
                throw ApiError(403, "account-locked");
            }
        }
    }
    // The connection goes back before the costly part.
    if (user.empty()) {
        auth::pretendToVerify(password);
        throw ApiError(401, "credentials-invalid");
    }
    const bool right = auth::verifyPassword(password, user.text(0, 1));
    const db::Lease lease = context.services.pool.acquire();
    if (!right) {
        refuseAttempt(context, *lease, user.text(0, 0), failures, "credentials-invalid");
    }
    if (user.text(0, 3) == "t") {
        const auto code = body.optionalText("otp");
        if (!code) {
            lease->query(ForgiveAttempt, {user.text(0, 0)});
            throw ApiError(401, "otp-required");
        }
        if (!codeIsRight(context, *lease, user, *code)) {
            refuseAttempt(context, *lease, user.text(0, 0), failures, "otp-invalid");
        }
    }
    lease->query(ClearFailures, {user.text(0, 0)});
    exchange.reply(200, openSession(exchange, context, *lease, Uuid::parse(user.text(0, 0)).value_or(Uuid()),
                                    body.textOr("device")));
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

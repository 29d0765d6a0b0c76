#include "host/api/account_proof.hpp"

#include "host/api/recovery_codes.hpp"
#include "host/api/security_notices.hpp"
#include "host/auth/password.hpp"
#include "host/auth/totp.hpp"
#include "host/db/pool.hpp"

namespace svc::host::api {
namespace {

constexpr std::int64_t MostFailures = 10;
constexpr std::int64_t FailureWindow = 15 * Instant::Minute;
constexpr std::int64_t LockTime = 15 * Instant::Minute;

constexpr std::string_view FindUser =
    "SELECT id, password_hash, otp_enabled, otp_secret, otp_last_step FROM svc.user_account"
    " WHERE lower(email) = lower($1)";
// Every attempt is counted before the password is checked, and taken back when it was right: otherwise many
// concurrent attempts could pass the limit together.
constexpr std::string_view CountAttempt =
    "INSERT INTO svc.login_attempt AS a (address_digest, failures, forget_at)"
    " VALUES (sha256(convert_to(lower($1), 'UTF8')), 1, $3) ON CONFLICT (address_digest) DO UPDATE SET"
    " failures = CASE WHEN a.forget_at > $2 THEN least(a.failures + 1, 1000) ELSE 1 END,"
    " forget_at = CASE WHEN a.forget_at > $2 THEN a.forget_at ELSE excluded.forget_at END"
    " RETURNING failures";
constexpr std::string_view LockAddress = "UPDATE svc.login_attempt SET forget_at = $2"
                                         " WHERE address_digest = sha256(convert_to(lower($1), 'UTF8'))";
constexpr std::string_view ForgiveAttempt =
    "UPDATE svc.login_attempt SET failures = greatest(failures - 1, 0)"
    " WHERE address_digest = sha256(convert_to(lower($1), 'UTF8'))";
constexpr std::string_view ClearFailures =
    "DELETE FROM svc.login_attempt WHERE address_digest = sha256(convert_to(lower($1), 'UTF8'))";
constexpr std::string_view ClearFailuresOf =
    "DELETE FROM svc.login_attempt WHERE address_digest ="
    " (SELECT sha256(convert_to(lower(email), 'UTF8')) FROM svc.user_account WHERE id = $1)";
// Attempts with invented addresses leave rows, so each failure deletes up to ten that have expired.
constexpr std::string_view ForgetEnded =
    "DELETE FROM svc.login_attempt WHERE address_digest IN (SELECT address_digest FROM svc.login_attempt"
    " WHERE forget_at <= $1 ORDER BY forget_at LIMIT 10 FOR UPDATE SKIP LOCKED)";
// Returns no row when another request has just used the same code.
constexpr std::string_view UseCode =
    "UPDATE svc.user_account SET otp_last_step = $2 WHERE id = $1 AND otp_last_step < $2 RETURNING id";

/// One attempt to prove an account, from counting it to its outcome.
class Attempt {
public:
    Attempt(ApiContext& context, const Credentials& credentials)
        : context_(context), credentials_(credentials), now_(context.services.clock.now()) {}

    /// Counts the attempt and reads the account.
    void begin() {
        const db::Lease lease = context_.services.pool.acquire();
        const db::Rows counted =
            lease->query(CountAttempt, {credentials_.email, now_.toSql(), (now_ + FailureWindow).toSql()});
        failures_ = integerOf(counted.text(0, 0));
        if (failures_ > MostFailures) {
            throw ApiError(403, "account-locked");
        }
        user_ = lease->query(FindUser, {credentials_.email});
    }

    /// No database connection is held while the hash is computed.
    void checkPassword() {
        if (user_.empty()) {
            auth::pretendToVerify(credentials_.password);
            refuse("credentials-invalid");
        }
        if (!auth::verifyPassword(credentials_.password, user_.text(0, 1))) {
            refuse("credentials-invalid");
        }
    }

    /// The code that log-in needs when the account has codes.
    void checkCodeIfOn() {
        if (!codesAreOn()) {
            return;
        }
        if (!credentials_.code) {
            context_.services.pool.acquire()->query(ForgiveAttempt, {credentials_.email});
            throw ApiError(401, "otp-required");
        }
        checkCode();
    }

    void checkCode() {
        if (!codesAreOn() || !codeIsRight()) {
            refuse("otp-invalid");
        }
    }

    Uuid succeed() {
        context_.services.pool.acquire()->query(ClearFailures, {credentials_.email});
        const Uuid user = Uuid::parse(user_.text(0, 0)).value_or(Uuid());
        if (usedRecoveryCode_) {
            tellPerson(context_, user, SecurityChange::RecoveryCodeUsed, {});
        }
        return user;
    }

private:
    [[noreturn]] void refuse(std::string_view code) {
        const db::Lease lease = context_.services.pool.acquire();
        if (failures_ >= MostFailures) {
            lease->query(LockAddress, {credentials_.email, (now_ + LockTime).toSql()});
        }
        lease->query(ForgetEnded, {now_.toSql()});
        throw ApiError(401, code);
    }

    bool codesAreOn() const { return !user_.empty() && user_.text(0, 2) == "t"; }

    bool codeIsRight() {
        const std::string id(user_.text(0, 0));
        const std::string& code = *credentials_.code;
        constexpr std::size_t LongestOfAuthenticator = 8;
        if (code.size() > LongestOfAuthenticator) {
            const Uuid user = Uuid::parse(id).value_or(Uuid());
            usedRecoveryCode_ = useRecoveryCode(*context_.services.pool.acquire(), user, code);
            return usedRecoveryCode_;
        }
        const auto secret = context_.options.codeSealer.open(id, user_.cell(0, 3).value_or(""));
        const auto step =
            secret ? auth::matchTotp(*secret, code, now_, integerOf(user_.text(0, 4))) : std::nullopt;
        return step && !context_.services.pool.acquire()->query(UseCode, {id, std::to_string(*step)}).empty();
    }

    ApiContext& context_;
    const Credentials& credentials_;
    Instant now_;
    std::int64_t failures_ = 0;
    db::Rows user_;
    bool usedRecoveryCode_ = false;
};

} // namespace

Credentials Credentials::read(std::string email, const Json& body) {
    const Json* password = body.find("password");
    return {std::move(email), password != nullptr && password->isString() ? password->text() : "",
            body.optionalText("otp")};
}

Uuid proveAccount(ApiContext& context, const Credentials& credentials) {
    Attempt attempt(context, credentials);
    attempt.begin();
    attempt.checkPassword();
    attempt.checkCodeIfOn();
    return attempt.succeed();
}

void proveAgain(ApiContext& context, const std::string& email, const Json& body) {
    const auto password = body.optionalText("currentPassword");
    const auto code = body.optionalText("otp");
    if (!password && !code) {
        throw fieldRequired("currentPassword");
    }
    const Credentials credentials{email, password.value_or(""), code};
    Attempt attempt(context, credentials);
    attempt.begin();
    if (password) {
        attempt.checkPassword();
    }
    if (code) {
        attempt.checkCode();
    }
    attempt.succeed();
}

void forgetFailures(db::Connection& connection, const Uuid& user) {
    connection.query(ClearFailuresOf, {user.toString()});
}

} // namespace svc::host::api

#include "host/api/one_time_codes.hpp"

#include "host/api/account_proof.hpp"
#include "host/api/recovery_codes.hpp"
#include "host/api/security_notices.hpp"
#include "host/api/sessions.hpp"
#include "host/auth/totp.hpp"
#include "host/db/pool.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::api {
namespace {

constexpr std::string_view ReadCodes =
    "SELECT email, otp_enabled, otp_secret FROM svc.user_account WHERE id = $1";
// The secret waits for its first code: a person whose application did not take it is not locked out.
constexpr std::string_view StoreSecret =
    "UPDATE svc.user_account SET otp_secret = $2, otp_last_step = 0 WHERE id = $1 AND NOT otp_enabled";
constexpr std::string_view Enable = "UPDATE svc.user_account SET otp_enabled = true, otp_last_step = $3, "
                                    "version = version + 1, updated_at = $4"
                                    " WHERE id = $1 AND otp_secret = $2 AND NOT otp_enabled";
constexpr std::string_view Disable = "UPDATE svc.user_account SET otp_enabled = false, otp_secret = NULL, "
                                     "version = version + 1, updated_at = $2"
                                     " WHERE id = $1";

constexpr std::string_view Memberships =
    "SELECT company_id, id FROM svc.member WHERE user_id = $1 AND state = 'active' ORDER BY company_id";
constexpr std::string_view WriteHistory =
    "INSERT INTO svc.history (company_id, kind, document_id, id, at, actor_kind, actor_id, actor_label, "
    "action,"
    " changes, request_id) VALUES ($1, 'member', $2, $3, $4, $5, $6, $7, $8, $9, $10)";

struct Person {
    std::string id;
    std::string email;
    bool enabled = false;
    std::string sealedSecret;
};

Person personOf(const http::Exchange& exchange, ApiContext& context) {
    const std::string id = exchange.caller.id.toString();
    const db::Rows rows = context.services.pool.acquire()->query(ReadCodes, {id});
    if (rows.empty()) {
        throw ApiError(401, "session-invalid");
    }
    return {id, std::string(rows.text(0, 0)), rows.text(0, 1) == "t",
            std::string(rows.cell(0, 2).value_or(""))};
}

/// Records the change in each company of the person, in the same transaction.
void noteInCompanies(db::Transaction& transaction, const http::Exchange& exchange, Instant now,
                     std::string_view action, const Json& changes) {
    const Actor actor = exchange.caller.actor();
    const db::Rows rows = transaction.query(Memberships, {exchange.caller.id.toString()});
    for (std::size_t row = 0; row < rows.count(); ++row) {
        transaction.bindTo(rows.text(row, 0));
        transaction.send(WriteHistory,
                         {rows.text(row, 0), idJson("mem", rows.cell(row, 1)).text(), newUuid(now).toString(),
                          now.toSql(), actor.kindText(), actor.idText(), exchange.caller.label, action,
                          changes.dump(), exchange.requestId});
    }
    transaction.bindTo(std::nullopt);
}

Json switchedTo(bool enabled) {
    return changesBetween(Json::object({{"otpEnabled", !enabled}}), Json::object({{"otpEnabled", enabled}}));
}

Json offer(ApiContext& context, const Person& person) {
    const std::string secret = auth::makeTotpSecret();
    context.services.pool.acquire()->query(StoreSecret,
                                           {person.id, context.options.codeSealer.seal(person.id, secret)});
    return Json::object({{"otpSecret", secret}, {"otpUri", auth::totpAddress(secret, person.email)}});
}

Json confirm(const http::Exchange& exchange, ApiContext& context, const Person& person,
             const std::string& code) {
    const Instant now = context.services.clock.now();
    const auto secret = context.options.codeSealer.open(person.id, person.sealedSecret);
    const auto step = secret ? auth::matchTotp(*secret, code, now, 0) : std::nullopt;
    if (!step) {
        throw ApiError(401, "otp-invalid");
    }
    db::Transaction transaction(context.services.pool);
    if (transaction.query(Enable, {person.id, person.sealedSecret, std::to_string(*step), now.toSql()})
            .affected() == 0) {
        throw ApiError(401, "otp-invalid");
    }
    const std::vector<std::string> codes = makeRecoveryCodes(transaction, exchange.caller.id);
    noteInCompanies(transaction, exchange, now, "member.codes_enabled", switchedTo(true));
    transaction.commit();
    tellPerson(context, exchange.caller.id, SecurityChange::CodesOn, exchange.requestId);
    return Json::object({{"recoveryCodes", Json(codes)}});
}

void switchOff(const http::Exchange& exchange, ApiContext& context, const Person& person) {
    proveAgain(context, person.email, *exchange.json);
    const Instant now = context.services.clock.now();
    db::Transaction transaction(context.services.pool);
    transaction.send(Disable, {person.id, now.toSql()});
    dropRecoveryCodes(transaction, exchange.caller.id);
    noteInCompanies(transaction, exchange, now, "member.codes_disabled", switchedTo(false));
    transaction.commit();
    tellPerson(context, exchange.caller.id, SecurityChange::CodesOff, exchange.requestId);
}

void renewRecoveryCodes(http::Exchange& exchange, ApiContext& context) {
    requireSession(exchange);
    const Person person = personOf(exchange, context);
    if (!person.enabled) {
        throw ApiError(400, "otp-disabled");
    }
    const Json& body = *exchange.json;
    proveAccount(context, {person.email, body["currentPassword"].text(), body.optionalText("otp")});
    db::Transaction transaction(context.services.pool);
    const std::vector<std::string> codes = makeRecoveryCodes(transaction, exchange.caller.id);
    noteInCompanies(transaction, exchange, context.services.clock.now(), "member.recovery_codes_renewed",
                    Json::array());
    transaction.commit();
    tellPerson(context, exchange.caller.id, SecurityChange::RecoveryCodesMade, exchange.requestId);
    exchange.reply(200, Json::object({{"recoveryCodes", Json(codes)}}));
}

} // namespace

Json changeCodes(const http::Exchange& exchange, ApiContext& context, bool wanted) {
    const Person person = personOf(exchange, context);
    if (wanted == person.enabled) {
        return Json::object();
    }
    if (!wanted) {
        switchOff(exchange, context, person);
        return Json::object();
    }
    const auto code = exchange.json->optionalText("otp");
    return code ? confirm(exchange, context, person, *code) : offer(context, person);
}

void addOneTimeCodeHandlers(Handlers& handlers, ApiContext& context) {
    handlers["renewRecoveryCodes"] = [&context](http::Exchange& exchange) {
        renewRecoveryCodes(exchange, context);
    };
}

} // namespace svc::host::api

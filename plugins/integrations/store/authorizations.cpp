#include "store/authorizations.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view InsertAuthorizationSql =
    "INSERT INTO integrations.authorization (company_id, state_hash, provider, return_url, expires_at,"
    " created_by_kind, created_by_id, account, settings) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
constexpr std::string_view TakeAuthorizationSql =
    "DELETE FROM integrations.authorization WHERE company_id = $1 AND state_hash = $2"
    " RETURNING provider, return_url, expires_at, account, settings, outcome";
constexpr std::string_view BeginDeliverySql =
    "UPDATE integrations.authorization SET outcome = 'called' WHERE company_id = $1 AND state_hash = $2"
    " AND provider = $3 AND expires_at >= $4 AND outcome IS NULL"
    " RETURNING provider, return_url, expires_at, account, settings, outcome";
constexpr std::string_view KeepOutcomeSql =
    "UPDATE integrations.authorization SET outcome = $3 WHERE company_id = $1 AND state_hash = $2";
constexpr std::string_view ForgetAuthorizationsSql =
    "DELETE FROM integrations.authorization WHERE company_id = $1 AND expires_at < $2";

std::optional<Authorization> authorizationIn(const Rows& rows) {
    if (rows.empty()) {
        return std::nullopt;
    }
    return Authorization{.provider = std::string(rows[0].text(0)),
                         .returnUrl = std::string(rows[0].text(1)),
                         .expiresAt = rows[0].instant(2),
                         .account = rows[0].optionalString(3),
                         .settings = rows[0].json(4),
                         .outcome = rows[0].optionalString(5)};
}

} // namespace

void insertAuthorization(Call& call, std::string_view stateHash, const Authorization& authorization) {
    const Actor actor = call.actor();
    call.db().send(InsertAuthorizationSql, call.companyId(), stateHash, authorization.provider,
                   authorization.returnUrl, authorization.expiresAt, actor.kindText(), actor.id,
                   authorization.account, authorization.settings);
}

std::optional<Authorization> takeAuthorization(Call& call, std::string_view stateHash) {
    return authorizationIn(call.db().query(TakeAuthorizationSql, call.companyId(), stateHash));
}

std::optional<Authorization> beginDelivery(Call& call, std::string_view stateHash,
                                           std::string_view provider) {
    return authorizationIn(
        call.db().query(BeginDeliverySql, call.companyId(), stateHash, provider, call.now()));
}

void keepOutcome(Call& call, std::string_view stateHash, std::string_view outcome) {
    call.db().send(KeepOutcomeSql, call.companyId(), stateHash, outcome);
}

void forgetAuthorizations(Call& call, Instant before) {
    call.db().send(ForgetAuthorizationsSql, call.companyId(), before);
}

} // namespace svc::integrations

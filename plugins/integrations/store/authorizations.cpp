#include "store/authorizations.hpp"

namespace svc::integrations {
namespace {

constexpr std::string_view InsertAuthorizationSql =
    "INSERT INTO integrations.authorization (company_id, state_hash, provider, return_url, expires_at,"
    " created_by_kind, created_by_id, account, settings) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
constexpr std::string_view TakeAuthorizationSql =
    "DELETE FROM integrations.authorization WHERE company_id = $1 AND state_hash = $2"
    " RETURNING provider, return_url, expires_at, account, settings";
constexpr std::string_view ForgetAuthorizationsSql =
    "DELETE FROM integrations.authorization WHERE company_id = $1 AND expires_at < $2";

} // namespace

void insertAuthorization(Call& call, std::string_view stateHash, const Authorization& authorization) {
    const Actor actor = call.actor();
    call.db().send(InsertAuthorizationSql, call.companyId(), stateHash, authorization.provider,
                   authorization.returnUrl, authorization.expiresAt, actor.kindText(), actor.id,
                   authorization.account, authorization.settings);
}

std::optional<Authorization> takeAuthorization(Call& call, std::string_view stateHash) {
    const Rows rows = call.db().query(TakeAuthorizationSql, call.companyId(), stateHash);
    if (rows.empty()) {
        return std::nullopt;
    }
    return Authorization{std::string(rows[0].text(0)), std::string(rows[0].text(1)), rows[0].instant(2),
                         rows[0].optionalString(3), rows[0].json(4)};
}

void forgetAuthorizations(Call& call, Instant before) {
    call.db().send(ForgetAuthorizationsSql, call.companyId(), before);
}

} // namespace svc::integrations

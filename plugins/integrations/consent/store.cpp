#include "consent/store.hpp"

#include <svc/columns.hpp>

namespace svc::integrations {
namespace {

const Table Authorizations("integrations.authorization",
                           columnWrittenOnce("provider", &Authorization::provider),
                           column("return_url", &Authorization::returnUrl),
                           column("expires_at", &Authorization::expiresAt),
                           column("account", &Authorization::account),
                           column("settings", &Authorization::settings),
                           column("outcome", &Authorization::outcome));

constexpr std::string_view InsertAuthorizationSql =
    "INSERT INTO integrations.authorization (company_id, state_hash, provider, return_url, expires_at,"
    " created_by_kind, created_by_id, account, settings) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
const std::string TakeAuthorizationSql =
    "DELETE FROM integrations.authorization a WHERE a.company_id = $1 AND a.state_hash = $2 RETURNING " +
    Authorizations.select("a");
const std::string BeginDeliverySql =
    "UPDATE integrations.authorization a SET outcome = 'called' WHERE a.company_id = $1"
    " AND a.state_hash = $2 AND a.provider = $3 AND a.expires_at >= $4 AND a.outcome IS NULL RETURNING " +
    Authorizations.select("a");
constexpr std::string_view KeepOutcomeSql =
    "UPDATE integrations.authorization SET outcome = $3 WHERE company_id = $1 AND state_hash = $2";
constexpr std::string_view ReplaceSql =
    "DELETE FROM integrations.authorization WHERE company_id = $1 AND provider = $2";
constexpr std::string_view IsAwaitedSql =
    "SELECT 1 FROM integrations.authorization WHERE company_id = $1 AND provider = $2 AND expires_at >= $3"
    " LIMIT 1";
constexpr std::string_view ForgetAuthorizationsSql =
    "DELETE FROM integrations.authorization WHERE company_id = $1 AND expires_at < $2";

std::optional<Authorization> authorizationIn(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Authorizations.read(rows[0]));
}

} // namespace

void insertAuthorization(Call& call, std::string_view stateHash, const Authorization& authorization) {
    const Actor actor = call.actor();
    call.db().send(InsertAuthorizationSql, call.companyId(), stateHash, authorization.provider,
                   authorization.returnUrl, authorization.expiresAt, actor.kindText(), actor.id,
                   authorization.account, authorization.settings);
}

void awaitConsent(Call& call, std::string_view stateHash, const Authorization& authorization) {
    call.db().send(ReplaceSql, call.companyId(), authorization.provider);
    insertAuthorization(call, stateHash, authorization);
}

bool isConsentAwaited(Call& call, std::string_view provider) {
    return !call.db().query(IsAwaitedSql, call.companyId(), provider, call.now()).empty();
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

#include "store/connections.hpp"

namespace svc::integrations {
namespace {

#define SVC_CONNECTION_COLUMNS                                                                               \
    "provider, state, account, settings, failures, failing_since, last_error, syncing_since, last_sync_at,"  \
    " connected_at, version, not_before"

constexpr std::string_view ListSql =
    "SELECT " SVC_CONNECTION_COLUMNS " FROM integrations.connection WHERE company_id = $1 ORDER BY provider";
#define SVC_FIND_CONNECTION                                                                                  \
    "SELECT " SVC_CONNECTION_COLUMNS " FROM integrations.connection WHERE company_id = $1 AND provider = $2"
constexpr std::string_view FindSql = SVC_FIND_CONNECTION;
constexpr std::string_view LockSql = SVC_FIND_CONNECTION " FOR UPDATE";
constexpr std::string_view CountSql = "SELECT count(*) FROM integrations.connection WHERE company_id = $1";
constexpr std::string_view SaveSql =
    "INSERT INTO integrations.connection (company_id, " SVC_CONNECTION_COLUMNS
    ", created_at, updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16)"
    " ON CONFLICT (company_id, provider) DO UPDATE SET state = excluded.state, account = excluded.account,"
    " settings = excluded.settings, failures = excluded.failures, failing_since = excluded.failing_since,"
    " last_error = excluded.last_error, syncing_since = excluded.syncing_since,"
    " last_sync_at = excluded.last_sync_at, connected_at = excluded.connected_at, version = excluded.version,"
    " not_before = excluded.not_before, updated_at = excluded.updated_at";
constexpr std::string_view RemoveSql =
    "DELETE FROM integrations.connection WHERE company_id = $1 AND provider = $2";

Connection connectionAt(const Row& row) {
    Connection connection;
    connection.provider = row.text(0);
    if (!fromText(row.text(1), connection.state)) {
        throw Fault("a connection has the state " + std::string(row.text(1)));
    }
    connection.account = row.isNull(2) ? Json(nullptr) : row.json(2);
    connection.settings = row.json(3);
    connection.failures = row.integer(4);
    connection.failingSince = row.optionalInstant(5);
    connection.lastError = row.optionalString(6);
    connection.syncingSince = row.optionalInstant(7);
    connection.lastSyncAt = row.optionalInstant(8);
    connection.connectedAt = row.instant(9);
    connection.version = row.integer(10);
    connection.notBefore = row.optionalInstant(11);
    return connection;
}

} // namespace

std::vector<Connection> listConnections(Call& call) {
    std::vector<Connection> connections;
    for (const Row row : call.db().query(ListSql, call.companyId())) {
        connections.push_back(connectionAt(row));
    }
    return connections;
}

std::optional<Connection> findConnection(Call& call, std::string_view provider) {
    const Rows rows = call.db().query(FindSql, call.companyId(), provider);
    return rows.empty() ? std::nullopt : std::optional(connectionAt(rows[0]));
}

std::optional<Connection> lockConnection(Call& call, std::string_view provider) {
    const Rows rows = call.db().query(LockSql, call.companyId(), provider);
    return rows.empty() ? std::nullopt : std::optional(connectionAt(rows[0]));
}

std::int64_t countConnections(Call& call) {
    return call.db().query(CountSql, call.companyId())[0].integer(0);
}

void saveConnection(Call& call, const Connection& connection) {
    const Actor actor = call.actor();
    call.db().send(SaveSql, call.companyId(), connection.provider, toText(connection.state),
                   connection.account.isNull() ? Param(nullptr) : Param(connection.account),
                   connection.settings, connection.failures, connection.failingSince, connection.lastError,
                   connection.syncingSince, connection.lastSyncAt, connection.connectedAt, connection.version,
                   connection.notBefore, call.now(), actor.kindText(), actor.optionalId());
}

void removeConnection(Call& call, std::string_view provider) {
    call.db().send(RemoveSql, call.companyId(), provider);
}

} // namespace svc::integrations

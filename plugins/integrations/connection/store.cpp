#include "connection/store.hpp"

#include <svc/columns.hpp>

namespace svc::integrations {
namespace {

const Table Connections("integrations.connection", columnWrittenOnce("provider", &Connection::provider),
                        column("state", &Connection::state), column("account", &Connection::account),
                        column("settings", &Connection::settings), column("failures", &Connection::failures),
                        column("failing_since", &Connection::failingSince),
                        column("last_error", &Connection::lastError),
                        column("syncing_since", &Connection::syncingSince),
                        column("last_sync_at", &Connection::lastSyncAt),
                        column("connected_at", &Connection::connectedAt),
                        column("version", &Connection::version),
                        column("not_before", &Connection::notBefore));
const std::string SelectConnections =
    "SELECT " + Connections.select("c") + " FROM integrations.connection c WHERE c.company_id = $1";
const std::string ListSql = SelectConnections + " ORDER BY c.provider";
const std::string FindSql = SelectConnections + " AND c.provider = $2";
const std::string LockSql = FindSql + " FOR UPDATE";
constexpr std::string_view CountSql = "SELECT count(*) FROM integrations.connection WHERE company_id = $1";
constexpr std::string_view SaveSql =
    "INSERT INTO integrations.connection (company_id, provider, state, account, settings, failures,"
    " failing_since, last_error, syncing_since, last_sync_at, connected_at, version, not_before, created_at,"
    " updated_at, created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16)"
    " ON CONFLICT (company_id, provider) DO UPDATE SET state = excluded.state, account = excluded.account,"
    " settings = excluded.settings, failures = excluded.failures, failing_since = excluded.failing_since,"
    " last_error = excluded.last_error, syncing_since = excluded.syncing_since,"
    " last_sync_at = excluded.last_sync_at, connected_at = excluded.connected_at, version = excluded.version,"
    " not_before = excluded.not_before, updated_at = excluded.updated_at";
constexpr std::string_view RemoveSql =
    "DELETE FROM integrations.connection WHERE company_id = $1 AND provider = $2";

std::optional<Connection> firstConnection(const Rows& rows) {
    return rows.empty() ? std::nullopt : std::optional(Connections.read(rows[0]));
}

} // namespace

std::optional<std::string> accountId(const Connection& connection) {
    return connection.account.isObject() ? connection.account.optionalText("id") : std::nullopt;
}

bool isOtherAccount(const Connection& one, const Connection& other) {
    const auto left = accountId(one);
    const auto right = accountId(other);
    return left && right && *left != *right;
}

std::vector<Connection> listConnections(Call& call) {
    std::vector<Connection> connections;
    for (const Row row : call.db().query(ListSql, call.companyId())) {
        connections.push_back(Connections.read(row));
    }
    return connections;
}

std::optional<Connection> findConnection(Call& call, std::string_view provider) {
    return firstConnection(call.db().query(FindSql, call.companyId(), provider));
}

std::optional<Connection> lockConnection(Call& call, std::string_view provider) {
    return firstConnection(call.db().query(LockSql, call.companyId(), provider));
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

#include "host/auth/roles.hpp"
#include "host/api/context.hpp"
#include "host/api/role_records.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view RoleColumns =
    "id, name, built_in, array_to_string(permissions, ' '), version, created_at, updated_at, created_by_kind,"
    " created_by_id";
constexpr std::string_view NameIsTaken =
    "SELECT 1 FROM svc.role WHERE company_id = $1 AND lower(name) = lower($2) AND id <> $3";
constexpr std::string_view InsertRole = "INSERT INTO svc.role (company_id, id, name, permissions, "
                                        "created_at, updated_at, created_by_kind, created_by_id)"
                                        " VALUES ($1, $2, $3, $4, $5, $5, $6, $7)";
constexpr std::string_view UpdateRole =
    "UPDATE svc.role SET name = $3, permissions = $4, version = version + 1, updated_at = $5"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view RoleIsUsed =
    "SELECT 1 FROM svc.member WHERE company_id = $1 AND role_id = $2 LIMIT 1";
constexpr std::string_view DeleteRole = "DELETE FROM svc.role WHERE company_id = $1 AND id = $2";

Json roleRecord(const Catalogue& catalogue, const db::Rows& rows, std::size_t row) {
    Json role = roleSummary(catalogue, rows, row, 0);
    addCommon(role, rows, row, 4);
    return role;
}

Json readRole(http::Exchange& exchange, const Uuid& id) {
    static const std::string sql = "SELECT " + std::string(RoleColumns) +
                                   " FROM svc.role WHERE company_id = $1 AND id = $2 FOR NO KEY UPDATE";
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange), id.toString()});
    if (rows.empty()) {
        throw ApiError(404, "role-not-found");
    }
    return roleRecord(exchange.work->services().catalogue, rows, 0);
}

/// Callers can grant only permissions that they hold themselves, and scopes that only keys may hold belong to
/// no role.
std::vector<std::string> checkedPermissions(const http::Exchange& exchange, const Json& wanted) {
    std::vector<std::string> permissions;
    for (const Json& entry : wanted.items()) {
        const std::string name(trim(entry.text()));
        const Scope* scope = exchange.work->services().catalogue.scope(name);
        if (scope == nullptr || scope->keyOnly) {
            throw unknownName(400, "scope-unknown", name);
        }
        if (!auth::holds(permissions, name)) {
            permissions.push_back(name);
        }
    }
    requireAll(exchange, permissions);
    return permissions;
}

void checkName(http::Exchange& exchange, const std::string& name, const Uuid& id) {
    if (name.empty()) {
        throw fieldInvalid("name");
    }
    if (!exchange.work->db().query(NameIsTaken, {companyText(exchange), name, id.toString()}).empty()) {
        throw ApiError(400, "already-exists", {"name"});
    }
}

void listRoles(http::Exchange& exchange) {
    static const std::string sql =
        "SELECT " + std::string(RoleColumns) +
        " FROM svc.role WHERE company_id = $1 ORDER BY built_in DESC, lower(name), id";
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange)});
    Json roles = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        roles.push(roleRecord(exchange.work->services().catalogue, rows, row));
    }
    replyArray(exchange, std::move(roles));
}

void createRole(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    const Json& body = *exchange.json;
    const std::vector<std::string> permissions = checkedPermissions(exchange, body["permissions"]);
    const Uuid id = work.newId();
    const std::string name = body.textOr("name");
    checkName(exchange, name, id);
    const Actor& actor = work.actor();
    SqlArgs args;
    args.add(work.company().id).add(id).add(name).add(auth::arrayText(permissions)).add(work.now());
    args.add(actor.kindText()).add(actor.kind == Actor::Kind::None ? std::nullopt : std::optional(actor.id));
    work.db().send(InsertRole, args);
    work.history("role", encodeId("rol", id), "role.created", "[]");
    replyRecord(exchange, 201, readRole(exchange, id));
}

void updateRole(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    const Json& body = *exchange.json;
    const Uuid id = pathId(exchange, "roleId", "rol", "role-not-found");
    const Json before = readRole(exchange, id);
    checkVersion(exchange, before["version"].integer());
    if (before["builtIn"].boolean()) {
        throw ApiError(400, "role-built-in");
    }
    const std::string name = body.contains("name") ? body.textOr("name") : before["name"].text();
    checkName(exchange, name, id);
    const std::vector<std::string> permissions = body["permissions"].isArray()
                                                     ? checkedPermissions(exchange, body["permissions"])
                                                     : permissionsOf(before);
    work.db().send(UpdateRole, {companyText(exchange), id.toString(), name, auth::arrayText(permissions),
                                work.now().toSql()});
    Json after = before;
    after.set("name", Json(name));
    after.set("permissions", Json(permissions));
    work.history("role", encodeId("rol", id), "role.updated", changesBetween(before, after).dump());
    replyRecord(exchange, 200, readRole(exchange, id));
}

void deleteRole(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    const Uuid id = pathId(exchange, "roleId", "rol", "role-not-found");
    lockCompany(exchange);
    const Json role = readRole(exchange, id);
    checkVersion(exchange, role["version"].integer());
    if (role["builtIn"].boolean()) {
        throw ApiError(400, "role-built-in");
    }
    if (!work.db().query(RoleIsUsed, {companyText(exchange), id.toString()}).empty()) {
        throw ApiError(400, "role-in-use");
    }
    work.db().send(DeleteRole, {companyText(exchange), id.toString()});
    work.history("role", encodeId("rol", id), "role.deleted", "[]");
    replyEmpty(exchange, 204);
}

} // namespace

Json roleSummary(const Catalogue& catalogue, const db::Rows& rows, std::size_t row, std::size_t first) {
    const bool builtIn = rows.text(row, first + 2) == "t";
    const std::string name(rows.text(row, first + 1));
    return Json::object({{"id", idJson("rol", rows.cell(row, first))},
                         {"name", name},
                         {"builtIn", builtIn},
                         {"permissions", Json(auth::rolePermissions(catalogue, name, builtIn,
                                                                    wordsOf(rows.cell(row, first + 3))))}});
}

std::vector<std::string> permissionsOf(const Json& role) {
    std::vector<std::string> permissions;
    for (const Json& permission : role["permissions"].items()) {
        permissions.push_back(permission.text());
    }
    return permissions;
}

void addRoleHandlers(Handlers& handlers) {
    handlers["listRoles"] = listRoles;
    handlers["createRole"] = createRole;
    handlers["updateRole"] = updateRole;
    handlers["deleteRole"] = deleteRole;
}

} // namespace svc::host::api

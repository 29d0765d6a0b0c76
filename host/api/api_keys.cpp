#include "host/api/context.hpp"
#include "host/api/key_records.hpp"
#include "host/api/security_notices.hpp"
#include "host/auth/network.hpp"
#include "host/auth/roles.hpp"

#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::api {
namespace {

constexpr std::string_view RequestCollection = "key-requests";
constexpr std::int64_t ShownAfterRevocation = 90 * Instant::Day;

constexpr std::string_view CountKeys =
    "SELECT count(*) FROM svc.api_key WHERE company_id = $1 AND revoked_at IS NULL";
constexpr std::string_view RevokeKey =
    "UPDATE svc.api_key SET revoked_at = $3, updated_at = $3 WHERE company_id = $1 AND id = $2"
    " AND revoked_at IS NULL";
constexpr std::string_view ChangeKey =
    "UPDATE svc.api_key SET name = $3, scopes = $4, updated_at = $5 WHERE company_id = $1 AND id = $2";
constexpr std::string_view EndKeyAt =
    "UPDATE svc.api_key SET expires_at = least(expires_at, $3::timestamptz), updated_at = $4"
    " WHERE company_id = $1 AND id = $2";
constexpr std::string_view ForgetDigest =
    "DELETE FROM svc.api_key_directory WHERE company_id = $1 AND key_id = $2";
constexpr std::string_view KeyExists = "SELECT 1 FROM svc.api_key WHERE company_id = $1 AND id = $2";
constexpr std::string_view ReadRequests =
    "SELECT request_id, at, method, path, status, message, duration_ms, idempotency_key, address"
    " FROM svc.key_request WHERE company_id = $1 AND key_id = $2"
    " AND ($3::timestamptz IS NULL OR (at, request_id) < ($3, $4)) ORDER BY at DESC, request_id DESC LIMIT "
    "$5";

std::string descriptionOf(const Scope& scope, const std::string& language) {
    const auto found = scope.description.find(language);
    const auto english = scope.description.find("en");
    return found != scope.description.end() ? found->second
                                            : (english != scope.description.end() ? english->second : "");
}

void listKeys(http::Exchange& exchange) {
    static const std::string sql =
        "SELECT " + std::string(KeyColumns) +
        " FROM svc.api_key WHERE company_id = $1"
        " AND (revoked_at IS NULL OR revoked_at > $2) ORDER BY created_at DESC, id DESC";
    UnitOfWork& work = *exchange.work;
    const db::Rows rows =
        work.db().query(sql, {companyText(exchange), (work.now() - ShownAfterRevocation).toSql()});
    Json data = Json::array();
    for (std::size_t row = 0; row < rows.count(); ++row) {
        data.push(keyRecord(rows, row));
    }
    Json details = Json::array();
    for (const Scope& scope : work.services().catalogue.scopes()) {
        if (!scope.neverKey) {
            details.push(Json::object({{"scope", scope.scope},
                                       {"module", scope.module},
                                       {"keyOnly", scope.keyOnly},
                                       {"description", descriptionOf(scope, exchange.language)}}));
        }
    }
    exchange.reply(200, Json::object({{"data", std::move(data)},
                                      {"scopes", Json(auth::keyScopes(work.services().catalogue))},
                                      {"scopeDetails", std::move(details)}}));
}

/// Is it a wildcard for a whole module, such as `billing:*`, none of whose scopes a key may hold?
bool isForbiddenModule(const Catalogue& catalogue, std::string_view name) {
    if (!name.ends_with(":*")) {
        return false;
    }
    const std::string_view prefix = name.substr(0, name.size() - 1);
    bool found = false;
    for (const Scope& scope : catalogue.scopes()) {
        if (scope.scope.starts_with(prefix)) {
            if (!scope.neverKey) {
                return false;
            }
            found = true;
        }
    }
    return found;
}

/// The requested scopes without duplicates. A person cannot grant a scope that the person does not hold.
std::vector<std::string> checkedScopes(const http::Exchange& exchange, const Json& wanted) {
    const Catalogue& catalogue = exchange.work->services().catalogue;
    std::vector<std::string> scopes;
    for (const Json& entry : wanted.items()) {
        const std::string name(trim(entry.text()));
        const Scope* scope = catalogue.scope(name);
        if (scope != nullptr ? scope->neverKey : isForbiddenModule(catalogue, name)) {
            throw unknownName(400, "scope-not-allowed", name);
        }
        if (scope == nullptr) {
            throw unknownName(400, "scope-unknown", name);
        }
        if (!auth::holds(scopes, name)) {
            scopes.push_back(name);
        }
    }
    requireAll(exchange, scopes);
    return scopes;
}

std::vector<std::string> checkedAddresses(const Json& body) {
    std::vector<std::string> addresses;
    const Json& wanted = body["allowedIps"];
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::string text(trim(wanted[i].text()));
        if (!auth::Network::parse(text)) {
            throw fieldInvalid("allowedIps[" + std::to_string(i) + "]");
        }
        addresses.push_back(text);
    }
    return addresses;
}

void createKey(http::Exchange& exchange, ApiContext& context) {
    const Json& body = *exchange.json;
    UnitOfWork& work = *exchange.work;
    NewKey key;
    key.name = body.textOr("name");
    const std::string mode = body.textOr("mode");
    if (mode != "live" && mode != "test") {
        throw fieldInvalid("mode");
    }
    key.mode = mode == "live" ? auth::KeyMode::Live : auth::KeyMode::Test;
    if (const auto text = body.optionalText("expiresAt")) {
        key.expiresAt = Instant::parse(*text);
        if (!key.expiresAt || *key.expiresAt <= work.now()) {
            throw fieldInvalid("expiresAt");
        }
    }
    key.allowedIps = checkedAddresses(body);
    key.apiVersion = body.textOr("apiVersion", CurrentVersion);
    if (key.apiVersion != CurrentVersion) {
        throw unknownName(400, "version-unsupported", key.apiVersion);
    }
    lockCompany(exchange);
    work.checkPlan("api-keys", integerOf(work.db().query(CountKeys, {companyText(exchange)}).text(0, 0)));
    key.scopes = checkedScopes(exchange, body["scopes"]);
    const Json made = insertKey(work, key);
    tellOwners(context.mail, work, SecurityChange::KeyCreated, key.name);
    exchange.reply(201, made);
}

/// The record of a key that is not revoked. Throws 404 api-key-not-found.
Json findKey(http::Exchange& exchange) {
    static const std::string sql =
        "SELECT " + std::string(KeyColumns) +
        " FROM svc.api_key WHERE company_id = $1 AND id = $2 AND revoked_at IS NULL"
        " FOR NO KEY UPDATE";
    const Uuid id = pathId(exchange, "keyId", "key", "api-key-not-found");
    const db::Rows rows = exchange.work->db().query(sql, {companyText(exchange), id.toString()});
    if (rows.empty()) {
        throw ApiError(404, "api-key-not-found");
    }
    return keyRecord(rows, 0);
}

std::vector<std::string> textsOf(const Json& array) {
    std::vector<std::string> texts;
    for (const Json& entry : array.items()) {
        texts.push_back(entry.text());
    }
    return texts;
}

/// Scopes can be removed but never added: whoever holds the text of the key must not gain rights by the
/// change.
void updateKey(http::Exchange& exchange, ApiContext& context) {
    UnitOfWork& work = *exchange.work;
    const Json& body = *exchange.json;
    const Json before = findKey(exchange);
    Json after = before;
    if (body.contains("name")) {
        const auto name = body.optionalText("name");
        if (!name) {
            throw fieldInvalid("name");
        }
        after.set("name", Json(*name));
    }
    if (body["scopes"].isArray()) {
        const std::vector<std::string> held = textsOf(before["scopes"]);
        std::vector<std::string> scopes;
        for (const Json& entry : body["scopes"].items()) {
            const std::string name(trim(entry.text()));
            if (!auth::holds(held, name)) {
                throw fieldInvalid("scopes");
            }
            if (!auth::holds(scopes, name)) {
                scopes.push_back(name);
            }
        }
        after.set("scopes", Json(scopes));
    }
    const Json changes = changesBetween(before, after);
    if (!changes.empty()) {
        const std::string id = decodeId("key", before["id"].text())->toString();
        work.db().send(ChangeKey, {companyText(exchange), id, after["name"].text(),
                                   auth::arrayText(textsOf(after["scopes"])), work.now().toSql()});
        work.history("api_key", before["id"].text(), "api_key.updated", changes.dump());
        tellOwners(context.mail, work, SecurityChange::KeyChanged, after["name"].text());
    }
    exchange.reply(200, after);
}

void endKey(http::Exchange& exchange, const std::string& key) {
    UnitOfWork& work = *exchange.work;
    work.db().send(RevokeKey, {companyText(exchange), key, work.now().toSql()});
    work.db().send(ForgetDigest, {companyText(exchange), key});
}

/// Makes a new key with the same rights; the old one ends now or when the overlap is over.
void rollKey(http::Exchange& exchange, ApiContext& context) {
    UnitOfWork& work = *exchange.work;
    const Json before = findKey(exchange);
    NewKey key;
    key.name = before["name"].text();
    key.mode = before["mode"].text() == "live" ? auth::KeyMode::Live : auth::KeyMode::Test;
    key.scopes = textsOf(before["scopes"]);
    if (const auto expires = before.optionalText("expiresAt")) {
        key.expiresAt = Instant::parse(*expires);
    }
    key.allowedIps = textsOf(before["allowedIps"]);
    key.apiVersion = before["apiVersion"].text();
    requireAll(exchange, key.scopes);
    const Json made = insertKey(work, key);
    const std::string old = decodeId("key", before["id"].text())->toString();
    const std::int64_t overlap = overlapSeconds(exchange) * Instant::Second;
    if (overlap == 0) {
        endKey(exchange, old);
    } else {
        work.db().send(EndKeyAt,
                       {companyText(exchange), old, (work.now() + overlap).toSql(), work.now().toSql()});
    }
    work.history(
        "api_key", before["id"].text(), "api_key.rolled",
        Json::array({Json::object({{"field", "id"}, {"from", before["id"]}, {"to", made["id"]}})}).dump());
    tellOwners(context.mail, work, SecurityChange::KeyRolled, key.name);
    exchange.reply(201, made);
}

void revokeKey(http::Exchange& exchange, ApiContext& context) {
    UnitOfWork& work = *exchange.work;
    const Json key = findKey(exchange);
    endKey(exchange, decodeId("key", key["id"].text())->toString());
    work.history("api_key", key["id"].text(), "api_key.revoked", "[]");
    tellOwners(context.mail, work, SecurityChange::KeyRevoked, key["name"].text());
    replyEmpty(exchange, 204);
}

/// Cursor positions are "<instant> <request id>".
std::string positionOf(const db::Rows& rows, std::size_t row) {
    return std::to_string(instantOf(rows.text(row, 1)).micros()) + ' ' + std::string(rows.text(row, 0));
}

void listRequests(http::Exchange& exchange, ApiContext& context) {
    const Uuid key = pathId(exchange, "keyId", "key", "api-key-not-found");
    const std::string collection = std::string(RequestCollection) + ' ' + key.toString();
    const CursorPage page = cursorPage(exchange, collection);
    if (context.options.keyRequests != nullptr) {
        context.options.keyRequests->flush();
    }
    db::Transaction& transaction = exchange.work->db();
    if (transaction.query(KeyExists, {companyText(exchange), key.toString()}).empty()) {
        throw ApiError(404, "api-key-not-found");
    }
    SqlArgs args;
    args.add(exchange.work->company().id).add(key);
    if (page.position) {
        const std::size_t blank = page.position->find(' ');
        args.add(Instant(parseInt64(std::string_view(*page.position).substr(0, blank)).value_or(0)));
        args.add(std::string_view(*page.position).substr(std::min(blank + 1, page.position->size())));
    } else {
        args.add(std::nullopt).add(std::nullopt);
    }
    args.add(page.limit + 1);
    const db::Rows rows = transaction.query(ReadRequests, args);
    const std::size_t count = std::min(rows.count(), static_cast<std::size_t>(page.limit));
    Json data = Json::array();
    for (std::size_t row = 0; row < count; ++row) {
        data.push(Json::object({{"id", rows.text(row, 0)},
                                {"at", instantJson(rows.cell(row, 1))},
                                {"method", rows.text(row, 2)},
                                {"path", rows.text(row, 3)},
                                {"status", integerOf(rows.text(row, 4))},
                                {"message", textJson(rows.cell(row, 5))},
                                {"durationMs", integerOf(rows.text(row, 6))},
                                {"idempotencyKey", textJson(rows.cell(row, 7))},
                                {"address", textJson(rows.cell(row, 8))}}));
    }
    std::string cursor(exchange.queryValue("cursor").value_or(""));
    if (count > 0) {
        cursor = sealCursor(exchange, collection, positionOf(rows, count - 1));
    }
    exchange.reply(
        200,
        Json::object({{"data", std::move(data)}, {"nextCursor", cursor}, {"hasMore", rows.count() > count}}));
}

} // namespace

void addApiKeyHandlers(Handlers& handlers, ApiContext& context) {
    handlers["listApiKeys"] = listKeys;
    const auto add = [&](const char* operation, void (*handler)(http::Exchange&, ApiContext&)) {
        handlers[operation] = [&context, handler](http::Exchange& exchange) { handler(exchange, context); };
    };
    add("createApiKey", createKey);
    add("updateApiKey", updateKey);
    add("rollApiKey", rollKey);
    add("revokeApiKey", revokeKey);
    add("listApiKeyRequests", listRequests);
}

} // namespace svc::host::api

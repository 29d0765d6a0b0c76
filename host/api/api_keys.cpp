#include "host/api/context.hpp"
#include "host/api/key_records.hpp"
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
    " AND revoked_at IS NULL RETURNING name";
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

/// The wanted scopes, each once. A person cannot give what the person does not hold.
std::vector<std::string> checkedScopes(const http::Exchange& exchange, const Json& wanted) {
    const Catalogue& catalogue = exchange.work->services().catalogue;
    std::vector<std::string> scopes;
    for (const Json& entry : wanted.items()) {
        const std::string name(trim(entry.text()));
        const Scope* scope = catalogue.scope(name);
        if (scope == nullptr) {
            throw ApiError(400, "scope-unknown", {name});
        }
        if (scope->neverKey) {
            throw ApiError(400, "scope-not-allowed", {name});
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

void createKey(http::Exchange& exchange) {
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
        throw ApiError(400, "version-unsupported", {key.apiVersion});
    }
    lockCompany(exchange);
    work.checkPlan("api-keys", integerOf(work.db().query(CountKeys, {companyText(exchange)}).text(0, 0)));
    key.scopes = checkedScopes(exchange, body["scopes"]);
    exchange.reply(201, insertKey(work, key));
}

void revokeKey(http::Exchange& exchange) {
    UnitOfWork& work = *exchange.work;
    const std::string key = pathId(exchange, "keyId", "key", "api-key-not-found").toString();
    if (work.db().query(RevokeKey, {companyText(exchange), key, work.now().toSql()}).empty()) {
        throw ApiError(404, "api-key-not-found");
    }
    work.db().send(ForgetDigest, {companyText(exchange), key});
    work.history("api_key", exchange.parameters.find("keyId")->second, "api_key.revoked", "[]");
    replyEmpty(exchange, 204);
}

/// Positions are "<instant> <request id>".
std::string positionOf(const db::Rows& rows, std::size_t row) {
    return std::to_string(instantOf(rows.text(row, 1)).micros()) + ' ' + std::string(rows.text(row, 0));
}

void listRequests(http::Exchange& exchange, ApiContext& context) {
    const Uuid key = pathId(exchange, "keyId", "key", "api-key-not-found");
    const CursorPage page = cursorPage(exchange, RequestCollection);
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
        cursor = sealCursor(exchange, RequestCollection, positionOf(rows, count - 1));
    }
    exchange.reply(
        200,
        Json::object({{"data", std::move(data)}, {"nextCursor", cursor}, {"hasMore", rows.count() > count}}));
}

} // namespace

void addApiKeyHandlers(Handlers& handlers, ApiContext& context) {
    handlers["listApiKeys"] = listKeys;
    handlers["createApiKey"] = createKey;
    handlers["revokeApiKey"] = revokeKey;
    handlers["listApiKeyRequests"] = [&context](http::Exchange& exchange) {
        listRequests(exchange, context);
    };
}

} // namespace svc::host::api

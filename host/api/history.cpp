#include "host/api/context.hpp"
#include "host/api/documents.hpp"
#include "host/http/pipeline/checks/access.hpp"

#include <algorithm>
#include <map>

namespace svc::host::api {
namespace {

// Sorted by id too: lines of the same millisecond have random identifiers, so the instant alone gives no
// stable order.
constexpr std::string_view ReadHistory =
    "SELECT id, at, actor_kind, actor_id, actor_label, action, changes, request_id FROM svc.history"
    " WHERE company_id = $1 AND kind = $2 AND document_id = $3 AND ($4::uuid IS NULL OR id < $4)"
    " ORDER BY id DESC LIMIT $5";
constexpr std::string_view KindIsUsed =
    "SELECT 1 FROM svc.history WHERE company_id = $1 AND kind = $2 LIMIT 1";
constexpr std::string_view ObjectHasEvent =
    "SELECT 1 FROM svc.event WHERE company_id = $1 AND object_id = $2 LIMIT 1";
constexpr std::string_view HistoryExists =
    "SELECT 1 FROM svc.history WHERE company_id = $1 AND kind = $2 AND document_id = $3 LIMIT 1";
constexpr std::string_view KeyNames =
    "SELECT id, name FROM svc.api_key WHERE company_id = $1 AND id = ANY ($2::uuid[])";
constexpr std::string_view UserNames = "SELECT id, name FROM svc.user_account WHERE id = ANY ($1::uuid[])";
constexpr std::string_view KeyLabel = "API key ";

bool isKnownKind(http::Exchange& exchange, const std::string& kind) {
    const Catalogue& catalogue = exchange.work->services().catalogue;
    const bool declared = isDocumentKind(catalogue, kind) || catalogue.recordKind(kind) != nullptr ||
                          std::any_of(catalogue.eventTypes().begin(), catalogue.eventTypes().end(),
                                      [&](const EventType& type) { return type.object == kind; }) ||
                          std::any_of(catalogue.numberKinds().begin(), catalogue.numberKinds().end(),
                                      [&](const NumberKind& number) { return number.kind == kind; });
    // Other kinds, such as those of a plugin that is no longer enabled, are known when the history has lines
    // of them.
    return declared || !exchange.work->db().query(KindIsUsed, {companyText(exchange), kind}).empty();
}

/// Looks up the names of actors whose label was not stored with the line.
std::map<std::string, std::string> actorNames(http::Exchange& exchange, const db::Rows& rows) {
    std::vector<std::string> keys;
    std::vector<std::string> users;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        const std::string_view id = rows.cell(row, 3).value_or("");
        if (!rows.cell(row, 4).value_or("").empty()) {
            continue;
        }
        if (const auto key = decodeId("key", id)) {
            keys.push_back(key->toString());
        } else if (const auto user = decodeId("usr", id)) {
            users.push_back(user->toString());
        }
    }
    std::map<std::string, std::string> names;
    const auto take = [&](std::string_view prefix, const db::Rows& found) {
        for (std::size_t row = 0; row < found.count(); ++row) {
            names[idJson(prefix, found.cell(row, 0)).text()] = found.text(row, 1);
        }
    };
    if (!keys.empty()) {
        take("key", exchange.work->db().query(KeyNames, {companyText(exchange), auth::arrayText(keys)}));
    }
    if (!users.empty()) {
        take("usr", exchange.work->db().query(UserNames, {auth::arrayText(users)}));
    }
    return names;
}

Json actorOf(const db::Rows& rows, std::size_t row, const std::map<std::string, std::string>& names) {
    const auto kind = rows.cell(row, 2);
    if (!kind) {
        return Json(nullptr);
    }
    const std::string id(rows.cell(row, 3).value_or(""));
    std::string label(rows.cell(row, 4).value_or(""));
    if (label.empty()) {
        const auto found = names.find(id);
        label = found == names.end() ? std::string() : found->second;
    }
    if (*kind == "api_key" && !label.starts_with(KeyLabel)) {
        label.insert(0, KeyLabel);
    }
    return Json::object({{"kind", *kind}, {"id", id}, {"label", label}});
}

/// Asks the plugin that owns the kind whether a record without history exists.
bool documentExists(UnitOfWork& work, const std::string& kind, const std::string& id) {
    return isDocumentKind(work.services().catalogue, kind) && !findDocument(work, kind, id).isNull();
}

void readHistory(http::Exchange& exchange) {
    const std::string& kind = exchange.parameters.find("kind")->second;
    const std::string& document = exchange.parameters.find("id")->second;
    const std::string collection = "history " + kind + ' ' + document;
    const CursorPage page = cursorPage(exchange, collection);
    if (!isKnownKind(exchange, kind)) {
        throw unknownName(400, "document-kind-unknown", kind);
    }
    requireDocumentInReach(exchange, kind, document);
    // Old and new values: as secret as the record itself.
    const RecordKind* record = exchange.work->services().catalogue.recordKind(kind);
    if (record != nullptr && !record->scope.empty()) {
        http::requireScope(record->scope, exchange.caller, exchange.work->services().catalogue);
    }
    db::Transaction& transaction = exchange.work->db();
    const db::Rows rows = transaction.query(
        ReadHistory, {companyText(exchange), kind, document, page.position, std::to_string(page.limit + 1)});
    if (rows.empty() && transaction.query(HistoryExists, {companyText(exchange), kind, document}).empty() &&
        transaction.query(ObjectHasEvent, {companyText(exchange), document}).empty() &&
        !documentExists(*exchange.work, kind, document)) {
        throw ApiError(404, "document-not-found");
    }
    const std::size_t count = std::min(rows.count(), static_cast<std::size_t>(page.limit));
    const auto names = actorNames(exchange, rows);
    Json data = Json::array();
    for (std::size_t row = 0; row < count; ++row) {
        data.push(Json::object({{"at", instantJson(rows.cell(row, 1))},
                                {"actor", actorOf(rows, row, names)},
                                {"action", rows.text(row, 5)},
                                {"changes", parsedJson(rows.cell(row, 6))},
                                {"requestId", textJson(rows.cell(row, 7))}}));
    }
    std::string cursor(exchange.queryValue("cursor").value_or(""));
    if (count > 0) {
        cursor = sealCursor(exchange, collection, rows.text(count - 1, 0));
    }
    exchange.reply(
        200,
        Json::object({{"data", std::move(data)}, {"nextCursor", cursor}, {"hasMore", rows.count() > count}}));
}

} // namespace

void addHistoryHandlers(Handlers& handlers) {
    handlers["readHistory"] = readHistory;
}

} // namespace svc::host::api

#include "host/api/context.hpp"

#include <svc/text.hpp>

namespace svc::host::api {
namespace {

constexpr std::string_view ChangeCollection = "security-log";

// A company has few records of these kinds, so sorting them at each read is cheap.
constexpr std::string_view ReadChanges =
    "SELECT id, at, kind, document_id, actor_kind, actor_id, actor_label, action, changes, request_id"
    " FROM svc.history WHERE company_id = $1"
    " AND kind IN ('api_key', 'webhook', 'member', 'role', 'company', 'business_unit', 'numbering')"
    " AND ($2::uuid IS NULL OR id < $2) ORDER BY id DESC LIMIT $3";

void listChanges(http::Exchange& exchange) {
    const CursorPage page = cursorPage(exchange, ChangeCollection);
    const db::Rows rows = exchange.work->db().query(
        ReadChanges, {companyText(exchange), page.position, std::to_string(page.limit + 1)});
    const std::size_t count = std::min(rows.count(), static_cast<std::size_t>(page.limit));
    Json data = Json::array();
    for (std::size_t row = 0; row < count; ++row) {
        Json actor(nullptr);
        if (const auto kind = rows.cell(row, 4)) {
            actor = Json::object({{"kind", *kind},
                                  {"id", rows.cell(row, 5).value_or("")},
                                  {"label", rows.cell(row, 6).value_or("")}});
        }
        data.push(Json::object({{"at", instantJson(rows.cell(row, 1))},
                                {"kind", rows.text(row, 2)},
                                {"objectId", rows.text(row, 3)},
                                {"actor", std::move(actor)},
                                {"action", rows.text(row, 7)},
                                {"changes", parsedJson(rows.cell(row, 8))},
                                {"requestId", textJson(rows.cell(row, 9))}}));
    }
    std::string cursor(exchange.queryValue("cursor").value_or(""));
    if (count > 0) {
        cursor = sealCursor(exchange, ChangeCollection, rows.text(count - 1, 0));
    }
    exchange.reply(
        200,
        Json::object({{"data", std::move(data)}, {"nextCursor", cursor}, {"hasMore", rows.count() > count}}));
}

} // namespace

void addSecurityChangeHandlers(Handlers& handlers) {
    handlers["listSecurityChanges"] = listChanges;
}

} // namespace svc::host::api

#include "host/api/support.hpp"

#include "host/auth/roles.hpp"
#include "host/http/front/answer.hpp"

#include <svc/text.hpp>

#include <algorithm>

namespace svc::host::api {
namespace {

constexpr std::int64_t MaxArray = 500;
constexpr std::int64_t MaxCursor = 200;

std::int64_t limitOf(const http::Exchange& exchange, std::int64_t standard, std::int64_t most) {
    const auto text = exchange.queryValue("limit");
    if (!text) {
        return standard;
    }
    const auto limit = parseInt64(*text);
    if (!limit || *limit < 1) {
        throw fieldInvalid("limit");
    }
    return std::min(*limit, most);
}

} // namespace

Uuid pathId(const http::Exchange& exchange, std::string_view parameter, std::string_view prefix,
            std::string_view error) {
    const auto found = exchange.parameters.find(parameter);
    const auto id = found == exchange.parameters.end() ? std::nullopt : decodeId(prefix, found->second);
    if (!id) {
        throw ApiError(404, error);
    }
    return *id;
}

void checkVersion(const http::Exchange& exchange, std::int64_t version) {
    const auto wanted = exchange.header("If-Match");
    if (wanted && *wanted != "*" && *wanted != '"' + std::to_string(version) + '"') {
        throw ApiError(412, "version-mismatch");
    }
}

void replyRecord(http::Exchange& exchange, int status, const Json& record) {
    exchange.reply(status, record);
    exchange.answerHeaders.emplace_back("ETag", '"' + record["version"].numberText() + '"');
}

ArrayPage arrayPage(const http::Exchange& exchange) {
    ArrayPage page;
    page.limit = limitOf(exchange, page.limit, MaxArray);
    if (const auto text = exchange.queryValue("offset")) {
        const auto offset = parseInt64(*text);
        if (!offset || *offset < 0) {
            throw fieldInvalid("offset");
        }
        page.offset = *offset;
    }
    return page;
}

void tellTotal(http::Exchange& exchange, std::int64_t count) {
    exchange.answerHeaders.emplace_back("X-Total-Count", std::to_string(std::min(count, ListMost)));
    if (count > ListMost) {
        exchange.answerHeaders.emplace_back("X-Total-Count-Exact", "false");
    }
}

void replyArray(http::Exchange& exchange, Json rows) {
    const ArrayPage page = arrayPage(exchange);
    const auto total = static_cast<std::int64_t>(rows.size());
    Json part = Json::array();
    for (std::int64_t i = page.offset; i < std::min(total, page.offset + page.limit); ++i) {
        part.push(std::move(rows.items()[static_cast<std::size_t>(i)]));
    }
    tellTotal(exchange, total);
    exchange.reply(200, part);
}

CursorPage cursorPage(const http::Exchange& exchange, std::string_view collection) {
    CursorPage page;
    page.limit = limitOf(exchange, page.limit, MaxCursor);
    if (const auto cursor = exchange.queryValue("cursor"); cursor && !cursor->empty()) {
        page.position =
            exchange.work->services().cursors.open(exchange.work->company().id, collection, *cursor);
        if (!page.position) {
            throw ApiError(400, "cursor-invalid");
        }
    }
    return page;
}

std::string sealCursor(const http::Exchange& exchange, std::string_view collection,
                       std::string_view position) {
    return exchange.work->services().cursors.seal(exchange.work->company().id, collection, position);
}

void addCommon(Json& record, const db::Rows& rows, std::size_t row, std::size_t first) {
    record.add("version", Json(integerOf(rows.text(row, first))));
    record.add("createdAt", instantJson(rows.cell(row, first + 1)));
    record.add("updatedAt", instantJson(rows.cell(row, first + 2)));
    record.add("createdBy", actorJson(rows.cell(row, first + 3), rows.cell(row, first + 4)));
}

Json changesBetween(const Json& before, const Json& after) {
    Json changes = Json::array();
    for (const Json::Member& member : after.members()) {
        const bool ofEachChange = member.name == "version" || member.name == "updatedAt";
        if (!ofEachChange && !(before[member.name] == member.value)) {
            changes.push(
                Json::object({{"field", member.name}, {"from", before[member.name]}, {"to", member.value}}));
        }
    }
    return changes;
}

void lockCompany(http::Exchange& exchange) {
    exchange.work->db().query("SELECT 1 FROM svc.company WHERE company_id = $1 FOR NO KEY UPDATE",
                              {companyText(exchange)});
}

std::int64_t overlapSeconds(const http::Exchange& exchange) {
    return exchange.json ? exchange.json->optionalInteger("overlapSeconds").value_or(0) : 0;
}

void requireAll(const http::Exchange& exchange, const std::vector<std::string>& scopes) {
    for (const std::string& scope : scopes) {
        if (!auth::holds(exchange.caller.scopes, scope)) {
            throw http::missingScope("missing-permission", scope);
        }
    }
}

} // namespace svc::host::api

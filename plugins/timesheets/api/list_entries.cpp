#include "api/entry_json.hpp"
#include "api/routes.hpp"
#include "store/entry_store.hpp"

namespace svc::timesheets {
namespace {

constexpr std::string_view Collection = "time-entries";

EntryFilter filterOf(Request& request) {
    EntryFilter filter;
    const DateRange range = request.dateRange();
    filter.from = range.from;
    filter.to = range.to;
    if (const auto partners = request.queryList("partnerId"); !partners.empty()) {
        // An id of the wrong form matches nothing, as an unknown one.
        filter.partners.emplace();
        for (const std::string& text : partners) {
            if (const auto id = decodeId("par", text)) {
                filter.partners->push_back(*id);
            }
        }
    }
    if (const auto billed = request.query("billed")) {
        filter.billed = *billed == "true";
    }
    const auto text = [&](std::string_view name) {
        const auto value = request.query(name);
        return value ? std::optional<std::string>(*value) : std::nullopt;
    };
    filter.externalId = text("externalId");
    filter.person = text("person");
    filter.project = text("project");
    return filter;
}

std::optional<Position> positionOf(Request& request) {
    const auto cursor = request.query("cursor");
    if (!cursor || cursor->empty()) {
        return std::nullopt;
    }
    const std::string position = request.openCursor(Collection, *cursor);
    constexpr std::size_t DateLength = 10;
    const auto date = Date::parse(std::string_view(position).substr(0, DateLength));
    const auto id = position.size() > DateLength
                        ? Uuid::parse(std::string_view(position).substr(DateLength + 1))
                        : std::nullopt;
    if (!date || !id) {
        throw ApiError(400, "cursor-invalid");
    }
    return Position{*date, *id};
}

} // namespace

Response listEntriesRoute(Request& request) {
    const std::int64_t limit = request.cursorLimit();
    const EntryFilter filter = filterOf(request);
    std::vector<Entry> entries = listEntries(request, filter, positionOf(request), limit + 1);
    const bool more = static_cast<std::int64_t>(entries.size()) > limit;
    if (more) {
        entries.pop_back();
    }
    Json data = Json::array();
    for (const Entry& entry : entries) {
        data.push(entryJson(entry));
    }
    std::string cursor(request.query("cursor").value_or(""));
    if (!entries.empty()) {
        const Entry& last = entries.back();
        cursor = request.sealCursor(Collection, last.date.toString() + '/' + last.id.toString());
    }
    return Response::json(
        200, Json::object({{"data", std::move(data)}, {"nextCursor", cursor}, {"hasMore", more}}));
}

Response summaryRoute(Request& request) {
    const std::vector<SummaryRow> summary = summarize(request, filterOf(request));
    const ArrayPage page = request.arrayPage();
    Json rows = Json::array();
    for (std::int64_t i = page.offset; i < static_cast<std::int64_t>(summary.size()); ++i) {
        if (i >= page.offset + page.limit) {
            break;
        }
        const SummaryRow& row = summary[static_cast<std::size_t>(i)];
        rows.push(Json::object(
            {{"partnerId", row.partnerId ? Json(encodeId("par", *row.partnerId)) : Json(nullptr)},
             {"partnerName", row.partnerName},
             {"minutes", row.minutes},
             {"hours", Decimal::divide(Decimal(row.minutes), Decimal(60), 2).normalized()},
             {"billableMinutes", row.billableMinutes},
             {"unbilledMinutes", row.unbilledMinutes},
             {"unbilledAmount", row.unbilledAmount},
             {"currency", row.currency.code()}}));
    }
    return Response::json(200, rows).total(static_cast<std::int64_t>(summary.size()));
}

} // namespace svc::timesheets

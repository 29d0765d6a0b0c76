#include "store.hpp"

namespace svc::timesheets {
namespace {

constexpr std::string_view Collection = "time-entries";

std::optional<Position> positionOf(Request& request, const std::optional<std::string>& cursor) {
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
    return Position{*date, TimeEntryId(*id)};
}

} // namespace

Answer<200, api::TimeEntryPage> listTimeEntries(Request& request,
                                                const api::ListTimeEntriesParameters& parameters) {
    const EntryFilter filter{.from = dayOf(request, parameters.from),
                             .to = dayOf(request, parameters.to),
                             .partners = parameters.partnerId,
                             .billed = parameters.billed,
                             .externalId = parameters.externalId,
                             .person = parameters.person,
                             .project = parameters.project};
    api::TimeEntryPage page{
        .data = listEntries(request, filter, positionOf(request, parameters.cursor), parameters.limit + 1),
        .nextCursor = parameters.cursor.value_or("")};
    page.hasMore = static_cast<std::int64_t>(page.data.size()) > parameters.limit;
    if (page.hasMore) {
        page.data.pop_back();
    }
    if (!page.data.empty()) {
        const Entry& last = page.data.back();
        page.nextCursor =
            request.sealCursor(Collection, last.date.toString() + '/' + last.id.uuid().toString());
    }
    return page;
}

} // namespace svc::timesheets

#include "store/quote_list.hpp"
#include "api/quote_json.hpp"
#include "api/quote_routes.hpp"

namespace svc::sales {
namespace {

std::optional<std::vector<std::string>> texts(Request& request, std::string_view name) {
    std::vector<std::string> values = request.queryList(name);
    return values.empty() ? std::nullopt : std::optional(std::move(values));
}

/// An id of the wrong form matches nothing, as an unknown one.
std::optional<std::vector<Uuid>> ids(Request& request, std::string_view name, std::string_view prefix) {
    const std::vector<std::string> values = request.queryList(name);
    if (values.empty()) {
        return std::nullopt;
    }
    std::vector<Uuid> found;
    for (const std::string& value : values) {
        if (const auto id = decodeId(prefix, value)) {
            found.push_back(*id);
        }
    }
    return found;
}

} // namespace

Response listQuotesRoute(Request& request) {
    QuoteListQuery query;
    const DateRange range = request.dateRange();
    query.filter.from = range.from;
    query.filter.to = range.to;
    query.filter.partners = ids(request, "partnerId", "par");
    query.filter.businessUnits = ids(request, "businessUnitId", "bus");
    query.filter.statuses = texts(request, "status");
    query.filter.externalIds = texts(request, "externalId");
    if (const auto text = request.query("q"); text && !text->empty()) {
        query.filter.text = std::string(*text);
    }
    query.sort = request.query("sort").value_or("-date");
    query.lines = request.includes("lines");
    const ArrayPage page = request.arrayPage();
    query.limit = page.limit;
    query.offset = page.offset;

    const QuoteListPage found = listQuotes(request.db(), request.companyId(), query);
    std::vector<Json> urls = publicUrlsOf(request, found.quotes);
    Json rows = Json::array();
    for (std::size_t i = 0; i < found.quotes.size(); ++i) {
        rows.push(quoteJson(found.quotes[i], query.lines, std::move(urls[i])));
    }
    return Response::json(200, rows).total(found.count);
}

} // namespace svc::sales

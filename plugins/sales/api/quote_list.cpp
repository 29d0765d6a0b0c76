#include "store/quote_list.hpp"
#include "api/quote_json.hpp"
#include "api/quote_routes.hpp"

namespace svc::sales {

Response listQuotesRoute(Request& request) {
    QuoteListQuery query;
    const DateRange range = request.dateRange();
    query.filter.from = range.from;
    query.filter.to = range.to;
    query.filter.partners = request.filterIds("partnerId", "par");
    query.filter.businessUnits = request.filterIds("businessUnitId", "bus");
    query.filter.statuses = request.filterTexts("status");
    query.filter.externalIds = request.filterTexts("externalId");
    if (const auto text = request.query("q"); text && !text->empty()) {
        query.filter.text = std::string(*text);
    }
    query.sort = request.query("sort").value_or("-date");
    query.lines = request.includes("lines");
    const ArrayPage page = request.arrayPage();
    query.limit = page.limit;
    query.offset = page.offset;

    const QuoteListPage found = listQuotes(request, query);
    std::vector<Json> urls = publicUrlsOf(request, found.rows);
    Json rows = Json::array();
    for (std::size_t i = 0; i < found.rows.size(); ++i) {
        rows.push(quoteJson(found.rows[i], query.lines, std::move(urls[i])));
    }
    return Response::json(200, rows).total(found.count);
}

} // namespace svc::sales

#include "quote/store.hpp"
#include "quote/view.hpp"

namespace svc::sales {

Answer<200, std::vector<Quote>> listQuotes(Request& request, const api::ListQuotesParameters& parameters) {
    QuoteListPage page = findQuotes(request, parameters, request.includes("lines"));
    return Answer<200, std::vector<Quote>>(shown(request, std::move(page.rows))).total(page.count);
}

} // namespace svc::sales

#include "quote/store.hpp"
#include "quote/view.hpp"

namespace svc::sales {

Answer<200, Quote> getQuote(Request& request, const api::GetQuoteParameters& parameters) {
    auto found = findQuote(request, parameters.quoteId);
    if (!found) {
        throw ApiError(404, "quote-not-found");
    }
    const Quote quote = shown(request, *std::move(found));
    return Answer<200, Quote>(quote).etag(quote.version);
}

std::optional<Quote> commands::quotesGet(Call& call, const commands::QuotesGetInput& input) {
    auto quote = findQuote(call, input.id);
    return quote ? std::optional(shown(call, *std::move(quote))) : std::nullopt;
}

} // namespace svc::sales

#include "quote/moves.hpp"
#include "quote/rules/states.hpp"
#include "quote/store.hpp"
#include "quote/view.hpp"

namespace svc::sales {

Answer<200, Quote> cancelQuote(Request& request, const api::CancelQuoteParameters& parameters,
                               const api::QuoteCancel& body) {
    Quote quote = lockQuote(request, parameters.quoteId);
    refuse(refuseClose(quote));
    const Quote before = quote;
    quote.status = api::QuoteStatus::Cancelled;
    quote.cancelledAt = request.now();
    quote.cancelReason = body.reason;
    saveQuote(request, quote);
    recordMove(request, before, quote, "quote.cancelled");
    return answerOf(shown(request, std::move(quote)));
}

} // namespace svc::sales

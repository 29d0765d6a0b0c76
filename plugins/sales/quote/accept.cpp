#include "quote/accept.hpp"

#include "document/events.hpp"
#include "quote/moves.hpp"
#include "quote/rules/states.hpp"
#include "quote/store.hpp"
#include "quote/view.hpp"

namespace svc::sales {
namespace {

Quote accept(Call& call, QuoteId id, const Acceptance& acceptance) {
    Quote quote = lockQuote(call, id);
    refuse(refuseAccept(quote, call.today()));
    const Quote before = quote;
    markAccepted(call, quote, acceptance);
    saveQuote(call, quote);
    emitQuoteAccepted(call, quote);
    recordMove(call, before, quote, "quote.accepted");
    return shown(call, std::move(quote));
}

} // namespace

void markAccepted(Call& call, Quote& quote, const Acceptance& acceptance) {
    quote.status = api::QuoteStatus::Accepted;
    quote.acceptedAt = call.now();
    quote.acceptedBy = acceptance.by;
    quote.acceptedName = acceptance.name;
    quote.acceptanceNote = acceptance.note;
}

Answer<200, Quote> acceptQuote(Request& request, const api::AcceptQuoteParameters& parameters,
                               const api::QuoteAccept& body) {
    return answerOf(accept(request, parameters.quoteId, {.note = body.note}));
}

Quote commands::quotesAccept(Call& call, const commands::QuotesAcceptInput& input) {
    return accept(call, input.id,
                  {whoOf<api::QuoteAcceptedBy>(input.acceptedBy, "acceptedBy"), input.name, input.note});
}

} // namespace svc::sales

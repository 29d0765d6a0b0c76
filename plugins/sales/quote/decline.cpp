#include "document/events.hpp"
#include "quote/moves.hpp"
#include "quote/rules/states.hpp"
#include "quote/store.hpp"
#include "quote/view.hpp"

namespace svc::sales {
namespace {

struct Refusal {
    api::QuoteDeclinedBy by = api::QuoteDeclinedBy::Company;
    std::optional<std::string> name{};
    std::optional<std::string> reason{};
};

Quote decline(Call& call, QuoteId id, const Refusal& refusal) {
    Quote quote = lockQuote(call, id);
    refuse(refuseClose(quote));
    const Quote before = quote;
    quote.status = api::QuoteStatus::Declined;
    quote.declinedAt = call.now();
    quote.declinedBy = refusal.by;
    quote.declinedName = refusal.name;
    quote.declinedReason = refusal.reason;
    saveQuote(call, quote);
    emitQuoteDeclined(call, quote);
    recordMove(call, before, quote, "quote.declined");
    return shown(call, std::move(quote));
}

} // namespace

Answer<200, Quote> declineQuote(Request& request, const api::DeclineQuoteParameters& parameters,
                                const api::QuoteDecline& body) {
    return answerOf(decline(request, parameters.quoteId, {.reason = body.reason}));
}

Quote commands::quotesDecline(Call& call, const commands::QuotesDeclineInput& input) {
    return decline(call, input.id,
                   {whoOf<api::QuoteDeclinedBy>(input.declinedBy, "declinedBy"), input.name, input.reason});
}

} // namespace svc::sales

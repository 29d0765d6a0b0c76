#include "document/events.hpp"
#include "quote/accept.hpp"
#include "quote/moves.hpp"
#include "quote/rules/states.hpp"
#include "quote/store.hpp"
#include "quote/view.hpp"

namespace svc::sales {

Quote commands::quotesSign(Call& call, const commands::QuotesSignInput& input) {
    Quote quote = lockQuote(call, input.id);
    refuse(refuseSign(quote, call.today()));
    const Quote before = quote;
    const bool accepts = quote.status == api::QuoteStatus::Open;
    if (accepts) {
        markAccepted(call, quote, {.by = api::QuoteAcceptedBy::Signature});
    }
    quote.signature = {input.provider, input.signedAt.value_or(call.now()), input.signers,
                       input.documentSha256};
    quote.status = api::QuoteStatus::Signed;
    saveQuote(call, quote);
    if (accepts) {
        emitQuoteAccepted(call, quote);
    }
    emitQuoteSigned(call, quote);
    recordMove(call, before, quote, "quote.signed");
    return shown(call, std::move(quote));
}

} // namespace svc::sales

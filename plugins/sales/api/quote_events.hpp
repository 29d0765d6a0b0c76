#pragma once

#include <svc/call.hpp>

#include "domain/quote.hpp"

namespace svc::sales {

// Events of a quote, with exactly the data of the catalogue (API definitions 19). The host adds `actor`.

void emitQuoteCreated(Call& call, const Quote& quote);
void emitQuoteAccepted(Call& call, const Quote& quote);
void emitQuoteDeclined(Call& call, const Quote& quote);
void emitQuoteSigned(Call& call, const Quote& quote);
void emitQuoteConverted(Call& call, const Quote& quote, const Sale& sale);

} // namespace svc::sales

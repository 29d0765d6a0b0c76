#pragma once

#include <vector>

#include "bindings.hpp"
#include "quote/rules/quote.hpp"

namespace svc::sales {

/// The quotes as the API shows them, with the addresses of their public pages.
std::vector<Quote> shown(Call& call, std::vector<Quote> quotes);
Quote shown(Call& call, Quote quote);

/// The answer of an operation on one quote, as it is shown.
Answer<200, Quote> answerOf(const Quote& quote);

} // namespace svc::sales

#pragma once

#include "bindings.hpp"
#include "quote/rules/quote.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// Creates a quote from the body of POST /quotes.
Quote makeQuote(Call& call, const api::QuoteCreate& body);

/// Copies the built content into the quote: referenced records, lines and amounts.
void takeContent(const Sale& content, Quote& quote);

/// The last day of validity: not before `date`, by default 30 days after it.
Date validUntilOf(const std::optional<Date>& given, Date date);

} // namespace svc::sales

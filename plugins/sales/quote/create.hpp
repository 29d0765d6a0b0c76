#pragma once

#include "quote/rules/quote.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

/// Makes a quote of the body of POST /quotes.
Quote makeQuote(Call& call, const api::QuoteCreate& body);

/// Takes over what was built of a body: the records that it names, its lines and amounts.
void takeContent(const Sale& content, Quote& quote);

/// The last day of validity: not before `date`, by default 30 days after it.
Date validUntilOf(const std::optional<Date>& given, Date date);

} // namespace svc::sales

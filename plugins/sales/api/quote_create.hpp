#pragma once

#include <svc/call.hpp>

#include "domain/quote.hpp"

namespace svc::sales {

/// Creates a quote from the body of POST /quotes.
Quote createQuote(Call& call, const Json& body);

/// `validUntil` of a body: not before `date`, by default 30 days after it.
Date validUntilOf(const Json& body, Date date);

/// The locked quote, else `quote-not-found`.
Quote requireQuote(Call& call, const std::optional<Uuid>& id);

} // namespace svc::sales

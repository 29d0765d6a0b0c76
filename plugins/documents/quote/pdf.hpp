#pragma once

#include "document/fill.hpp"
#include "document/store.hpp"

namespace svc::documents {

/// The quote; refuses with 404 `absent`.
QuoteRecord requireQuote(Call& call, QuoteId id, const char* absent = "quote-not-found");

/// A quote may change while it is open: its PDF is written anew for each request.
StoredFile quotePdf(Call& call, const QuoteRecord& quote, const std::string& language);

} // namespace svc::documents

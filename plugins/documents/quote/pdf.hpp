#pragma once

#include "document/fill.hpp"
#include "document/store.hpp"

namespace svc::documents {

/// A quote may change while it is open: its PDF is written anew for each request.
StoredFile quotePdf(Call& call, const QuoteRecord& quote, const std::string& language);

} // namespace svc::documents

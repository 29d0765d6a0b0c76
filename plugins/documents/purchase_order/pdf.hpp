#pragma once

#include "document/fill.hpp"
#include "document/store.hpp"

namespace svc::documents {

/// An order may change until it is received: it is written anew each time, like a quote.
StoredFile orderPdf(Call& call, const PurchaseRecord& purchase, const std::string& language);

} // namespace svc::documents

#pragma once

#include "document/fill.hpp"
#include "document/store.hpp"

namespace svc::documents {

/// The order; refuses with `purchase-not-found`.
PurchaseRecord requirePurchase(Call& call, PurchaseId id);

/// An order may change until goods are received: its PDF is written anew for each request.
StoredFile orderPdf(Call& call, const PurchaseRecord& purchase, const std::string& language);

} // namespace svc::documents

#pragma once

#include "document/fill.hpp"

namespace svc::documents {

/// The sale of which an invoice is made; refuses with 404 `absent`.
SaleRecord requireSale(Call& call, SaleId id, const char* absent = "sale-not-found");

} // namespace svc::documents

#pragma once

#include <svc/call.hpp>

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// The fiscal status that the hooks of a new sale will most likely give it: that of the last sale of its
/// company and kind. Its row is written before they run, and again only when they gave it another one.
api::SaleFiscalStatus likelyFiscalStatus(const Call& call, api::SaleKind kind);
void noteFiscalStatus(const Call& call, api::SaleKind kind, api::SaleFiscalStatus status);

} // namespace svc::sales

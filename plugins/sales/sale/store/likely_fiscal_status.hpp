#pragma once

#include <svc/call.hpp>

#include "sale/rules/sale.hpp"

namespace svc::sales {

/// A guess of the fiscal status that the hooks of a new sale will set: that of the last sale of its company
/// and kind. The row is written before they run, and updated only if the guess was wrong.
api::SaleFiscalStatus likelyFiscalStatus(const Call& call, api::SaleKind kind);
void noteFiscalStatus(const Call& call, api::SaleKind kind, api::SaleFiscalStatus status);

} // namespace svc::sales

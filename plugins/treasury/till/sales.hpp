#pragma once

#include "till/store.hpp"

namespace svc::treasury {

/// Fills in what the business unit sold during a session that is open, or is being closed: all methods of
/// payment when the sales tell, else the cash of the till.
void readSales(Call& call, CashSession& session);

} // namespace svc::treasury

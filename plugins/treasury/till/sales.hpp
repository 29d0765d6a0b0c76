#pragma once

#include "till/store.hpp"

namespace svc::treasury {

/// Sets the sales of the business unit during a session that is open or being closed: by all payment methods
/// if the sales module is enabled, else only the cash of the till.
void readSales(Call& call, CashSession& session);

} // namespace svc::treasury

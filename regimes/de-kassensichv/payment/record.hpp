// Payments of sales that are not on the receipt of the sale itself.
#pragma once

#include <svc/call.hpp>

#include "own_regime.hpp"
#include "records/ids.hpp"

namespace svc::de_kassensichv {

/// Records the reversal of the payments that came with a voided money transaction.
void recordVoidedPayments(Call& call, const OwnRegime& own, records::TransactionId transaction);

} // namespace svc::de_kassensichv

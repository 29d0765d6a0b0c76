// Lets the TSE sign receipts, outside of transactions.
#pragma once

#include <svc/call.hpp>

#include "receipt/store.hpp"

namespace svc::de_kassensichv {

/// Queues the signing of a receipt that has no fiscal submission.
void fileSigning(Call& call, const Receipt& receipt);

} // namespace svc::de_kassensichv

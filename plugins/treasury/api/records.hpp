#pragma once

#include <svc/call.hpp>

#include "store/transaction_store.hpp"
#include "store/wallet_store.hpp"

namespace svc::treasury {

/// The fields of a wallet that a client may change, as the API shows them: what history compares.
Json changeableFields(const Wallet& wallet);
/// The records of the API.
Json toJson(const Wallet& wallet);
Json toJson(const Transaction& transaction);

} // namespace svc::treasury

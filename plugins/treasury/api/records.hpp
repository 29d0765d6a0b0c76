#pragma once

#include <svc/call.hpp>

#include "store/cash_session_store.hpp"
#include "store/transaction_store.hpp"
#include "store/transfer_store.hpp"
#include "store/wallet_store.hpp"

namespace svc::treasury {

/// The fields of a wallet that a client may change, as the API shows them: what history compares.
Json changeableFields(const Wallet& wallet);
/// The records of the API.
Json toJson(const Wallet& wallet);
Json toJson(const Transaction& transaction);
Json toJson(const Transfer& transfer);
Json toJson(const CashSession& session);

} // namespace svc::treasury

#pragma once

#include "wallet/store.hpp"

namespace svc::treasury {

/// Writes a new wallet: plan limit, default mark, record, history, and its opening movement when `opening`
/// (minor units of its currency) is not 0. Sets id, stamps and balance.
void create(Call& call, Wallet& wallet, std::int64_t opening, Date openingDate);

} // namespace svc::treasury

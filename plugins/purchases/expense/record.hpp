#pragma once

#include "expense/store.hpp"

namespace svc::purchases {

/// The whole of POST /expenses: moves money in the wallet, posts to the ledger, and emits only
/// `expense.created`.
///
/// @param currency that the wallet must have, else field-invalid:walletId
/// @param tax in minor units of the currency, if the receipt states it; default: computed from the rate
Expense recordExpense(Call& call, const api::ExpenseCreate& body,
                      const std::optional<std::string>& currency = std::nullopt,
                      const std::optional<std::int64_t>& tax = std::nullopt);

} // namespace svc::purchases

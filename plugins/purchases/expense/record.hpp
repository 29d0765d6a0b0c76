#pragma once

#include "expense/store.hpp"

namespace svc::purchases {

/// The whole of POST /expenses: the wallet moves, the books are written, `expense.created` alone is told.
///
/// @param currency that the wallet must have, else field-invalid:walletId
/// @param tax in minor units of it, where a paper tells it; default that of the rate
Expense recordExpense(Call& call, const api::ExpenseCreate& body,
                      const std::optional<std::string>& currency = std::nullopt,
                      const std::optional<std::int64_t>& tax = std::nullopt);

} // namespace svc::purchases

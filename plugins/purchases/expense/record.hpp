#pragma once

#include "expense/store.hpp"

namespace svc::purchases {

/// The whole of POST /expenses: the wallet moves, the books are written, `expense.created` alone is told.
///
/// @param currency that the wallet must have, else field-invalid:walletId
Expense recordExpense(Call& call, const api::ExpenseCreate& body,
                      const std::optional<std::string>& currency = std::nullopt);

} // namespace svc::purchases

#pragma once

#include <svc/call.hpp>

#include "store/expense_store.hpp"

namespace svc::purchases {

/// The whole of POST /expenses: the wallet moves, the books are written, `expense.created` alone is told.
Expense recordExpense(Call& call, const Json& body);

} // namespace svc::purchases

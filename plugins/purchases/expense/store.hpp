#pragma once

#include <bindings.hpp>

namespace svc::purchases {

/// An expense paid at once from a wallet.
struct Expense : api::Expense {
    Expense() { status = api::ExpenseStatus::Posted; }

    std::optional<BusinessUnitId> businessUnitId{}; ///< that of the wallet
};

struct ExpensePage {
    std::vector<api::Expense> rows;
    std::int64_t count = 0; ///< of all rows that match
};

ExpensePage findExpenses(Call& call, const api::ListExpensesParameters& parameters);
std::optional<Expense> findExpense(Call& call, ExpenseId id);
void insertExpense(Call& call, const Expense& expense);
/// Marks the expense of a voided movement; returns its id, or nothing when the movement has none.
std::optional<ExpenseId> voidExpenseOf(Call& call, TransactionId transactionId);

} // namespace svc::purchases

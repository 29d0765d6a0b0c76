#include "expense/store.hpp"

#include <svc/list_search.hpp>

#include "expense/columns.hpp"

namespace svc::purchases {
namespace {

const std::string Find =
    "SELECT " + Expenses.select("r") + " FROM purchases.expense r WHERE r.company_id = $1 AND r.id = $2";
constexpr std::string_view MarkExpenseVoided =
    "UPDATE purchases.expense SET voided_at = $3, updated_at = $3, version = version + 1"
    " WHERE company_id = $1 AND transaction_id = $2 AND voided_at IS NULL RETURNING id";

Expense expenseFrom(const Row& row, std::uint32_t column = 0) {
    Expense expense = Expenses.read(row, column);
    expense.status = expense.voidedAt ? api::ExpenseStatus::Voided : api::ExpenseStatus::Posted;
    return expense;
}

} // namespace

ExpensePage findExpenses(Call& call, const api::ListExpensesParameters& parameters) {
    const ListRequest list = lists::expense(call, parameters);
    ExpensePage page;
    page.count = readList(call, list, Expenses.select("r"), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(expenseFrom(row, column));
                 }).count;
    return page;
}

std::optional<Expense> findExpense(Call& call, ExpenseId id) {
    const Rows rows = call.db().query(Find, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(expenseFrom(rows[0]));
}

void insertExpense(Call& call, const Expense& expense) {
    Expenses.insert(call, {expense});
}

std::optional<ExpenseId> voidExpenseOf(Call& call, TransactionId transactionId) {
    const Rows rows = call.db().query(MarkExpenseVoided, call.companyId(), transactionId, call.now());
    return rows.empty() ? std::nullopt : std::optional(rows[0].id<ExpenseId>(0));
}

} // namespace svc::purchases

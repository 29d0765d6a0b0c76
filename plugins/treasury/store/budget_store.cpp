#include "store/budget_store.hpp"

namespace svc::treasury {

namespace {

// What was spent: posted expenses and free movements out, added up with each movement of a category and
// month.
constexpr std::string_view OfSql =
    "SELECT b.category, b.amount, coalesce(m.spent, 0)::bigint FROM treasury.budget b"
    " LEFT JOIN LATERAL (SELECT sum(t.worth) AS spent FROM treasury.movement_month t"
    " WHERE t.company_id = $1 AND t.category = b.category AND t.date = $2"
    " AND t.direction = 'out' AND t.kind IN ('free', 'expense', 'bank')) m ON true"
    " WHERE b.company_id = $1 AND b.period = $2 ORDER BY b.ordinal";
// Two who replace the same month wait for each other.
constexpr std::string_view LockSql = "INSERT INTO treasury.usage AS u (company_id, active) VALUES ($1, 0)"
                                     " ON CONFLICT (company_id) DO UPDATE SET active = u.active";
constexpr std::string_view DeleteBudgetSql =
    "DELETE FROM treasury.budget WHERE company_id = $1 AND period = $2";
constexpr std::string_view InsertBudgetSql =
    "INSERT INTO treasury.budget (company_id, period, category, ordinal, amount) VALUES ($1, $2, $3, $4, $5)";

} // namespace

std::vector<Budget> BudgetStore::of(Date period) {
    std::vector<Budget> budgets;
    const Rows rows = call_.db().query(OfSql, company_, period);
    for (const Row row : rows) {
        budgets.push_back({std::string(row.text(0)), row.integer(1), row.integer(2)});
    }
    return budgets;
}

void BudgetStore::replace(Date period, const std::vector<Budget>& budgets) {
    call_.db().send(LockSql, company_);
    call_.db().send(DeleteBudgetSql, company_, period);
    int ordinal = 0;
    for (const Budget& budget : budgets) {
        call_.db().send(InsertBudgetSql, company_, period, budget.category, ++ordinal, budget.amount);
    }
}

} // namespace svc::treasury

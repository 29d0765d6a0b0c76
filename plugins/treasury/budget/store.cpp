#include "budget/store.hpp"

namespace svc::treasury {

namespace {

// What was spent: expenses and free movements out of a category and month, as list `transaction` of
// plugin.yaml adds them up; what the host has not folded yet is added.
constexpr std::string_view OfSql =
    "WITH spent AS MATERIALIZED (SELECT filters[1] AS category, sum(worth)::bigint AS worth FROM ("
    " SELECT c.filters, c.sum1 AS worth FROM svc.list_count c WHERE c.company_id = $1"
    " AND c.list = 'treasury.transaction' AND c.grain = 'm' AND c.date = $2"
    " UNION ALL SELECT c.filters, c.sign * c.sum1 FROM svc.list_change c WHERE c.company_id = $1"
    " AND c.list = 'treasury.transaction' AND c.sign <> 0 AND date_trunc('month', c.date) = $2::date) m"
    " WHERE m.filters[2] = 'out' AND m.filters[3] IN ('free', 'expense', 'bank') GROUP BY 1)"
    " SELECT b.category, b.amount, coalesce(s.worth, 0) FROM treasury.budget b"
    " LEFT JOIN spent s ON s.category = b.category"
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
        const std::int64_t amount = row.integer(1);
        const std::int64_t spent = row.integer(2);
        budgets.push_back({.period = monthOf(period),
                           .category = std::string(row.text(0)),
                           .amount = MinorAmount(amount),
                           .spent = MinorAmount(spent),
                           .remaining = MinorAmount(amount - spent),
                           .currency = call_.company().currency});
    }
    return budgets;
}

void BudgetStore::replace(Date period, const std::vector<Budget>& budgets) {
    call_.db().send(LockSql, company_);
    call_.db().send(DeleteBudgetSql, company_, period);
    int ordinal = 0;
    for (const Budget& budget : budgets) {
        call_.db().send(InsertBudgetSql, company_, period, budget.category, ++ordinal, budget.amount.minor());
    }
}

} // namespace svc::treasury

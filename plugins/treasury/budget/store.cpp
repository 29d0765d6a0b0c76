#include "budget/store.hpp"

#include <svc/list.hpp>

namespace svc::treasury {

namespace {

// The budgets of a month with what was spent: expenses and free outgoing movements by category, as the host
// counts list `transaction` of plugin.yaml.
std::string ofMonth(ListParams& params, Date period) {
    const auto texts = [](auto... value) { return std::vector<std::string>{std::string(toText(value))...}; };
    namespace counted = lists::counted::transaction;
    ListCounted spent{.from = period, .to = period.lastOfMonth()};
    spent.by(counted::Direction, texts(api::MoneyDirection::Out))
        .by(counted::Kind,
            texts(api::TransactionKind::Free, api::TransactionKind::Expense, api::TransactionKind::Bank));
    return "WITH spent AS MATERIALIZED (SELECT t.filters[1] AS category, sum(t.sign * t.sum1)::bigint AS "
           "worth FROM (" +
           listCounts(params, counted::List, spent) +
           ") t GROUP BY 1)"
           " SELECT b.category, b.amount, coalesce(s.worth, 0) FROM treasury.budget b"
           " LEFT JOIN spent s ON s.category = b.category"
           " WHERE b.company_id = $1 AND b.period = " +
           params.place(period) + " ORDER BY b.ordinal";
}

// Serializes replacements of the budgets of a company.
constexpr std::string_view LockSql = "INSERT INTO treasury.usage AS u (company_id, active) VALUES ($1, 0)"
                                     " ON CONFLICT (company_id) DO UPDATE SET active = u.active";
constexpr std::string_view DeleteBudgetSql =
    "DELETE FROM treasury.budget WHERE company_id = $1 AND period = $2";
constexpr std::string_view InsertBudgetSql =
    "INSERT INTO treasury.budget (company_id, period, category, ordinal, amount) VALUES ($1, $2, $3, $4, $5)";

} // namespace

std::vector<Budget> BudgetStore::of(Date period) {
    std::vector<Budget> budgets;
    ListParams params(company_);
    const std::string sql = ofMonth(params, period);
    for (const Row row : call_.db().query(sql, params.values())) {
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

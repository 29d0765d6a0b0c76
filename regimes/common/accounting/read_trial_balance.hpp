/// @file Reads the trial balance from the books: every export has the same sums.
#pragma once

#include <utility>

#include <svc/call.hpp>
#include <svc/period.hpp>

#include "accounting/get_chart.hpp"
#include "accounting/trial_balance.hpp"

namespace svc::accounting {

inline TrialBalance trialBalance(Call& call, const ChartOfAccounts& chart, const Period& period) {
    const Date yearStart =
        fiscalYearOf(period.from, call.company().accounting.textOr("fiscalYearStart", "01-01")).from;
    TrialBalanceSums sums(chart);
    for (const Row row : call.db().query(
             "SELECT role, tax_category, tax_rate, accounts::text,"
             " coalesce(sum(debit - credit) FILTER (WHERE date < $4), 0)::bigint,"
             " coalesce(sum(debit - credit) FILTER (WHERE date >= $4 AND date < $2), 0)::bigint,"
             " coalesce(sum(debit) FILTER (WHERE date >= $2), 0)::bigint,"
             " coalesce(sum(credit) FILTER (WHERE date >= $2), 0)::bigint"
             " FROM ledger.v1_period_entries WHERE company_id = $1 AND date <= $3 GROUP BY 1, 2, 3, 4",
             call.companyId(), period.from, period.to, yearStart)) {
        sums.add({row.text(0), row.optionalText(1).value_or(""), row.optionalText(2).value_or(""),
                  row.optionalText(3).value_or("")},
                 {row.integer(4), row.integer(5), row.integer(6), row.integer(7)});
    }
    return std::move(sums).balance();
}

} // namespace svc::accounting

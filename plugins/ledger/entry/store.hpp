#pragma once

#include <vector>

#include <svc/call.hpp>

#include "chart/rules/charts.hpp"
#include "entry/rules/entry.hpp"

namespace svc::ledger {

/// Queues the entry to be written just before the commit, when it takes its number: the counter row is then
/// locked as briefly as possible.
void writeEntry(Call& call, const Entry& entry);

/// Debit and credit sums of one account key before a date and from it on.
struct RoleSum {
    EntryLine line; ///< only role, tax, accounts and partner
    std::int64_t openingDebit = 0;
    std::int64_t openingCredit = 0;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
};
/// What was booked before `from`, and from `from` to the end of `to`, grouped by account key and partner.
std::vector<RoleSum> sumsOf(Call& call, Date from, Date to);

} // namespace svc::ledger

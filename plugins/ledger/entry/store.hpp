#pragma once

#include <vector>

#include <svc/call.hpp>

#include "chart/rules/charts.hpp"
#include "entry/rules/entry.hpp"

namespace svc::ledger {

/// Queues the entry to be written just before the commit, when it takes its number: the row of the counter is
/// then locked for the shortest time.
void writeEntry(Call& call, const Entry& entry);

/// Sums of the lines of one account key on either side of a date.
struct RoleSum {
    EntryLine line; ///< role, tax, accounts and partner alone
    std::int64_t openingDebit = 0;
    std::int64_t openingCredit = 0;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
};
/// What was booked before `from` and from then to the end of `to`, by what decides the account and by
/// partner.
std::vector<RoleSum> sumsOf(Call& call, Date from, Date to);

} // namespace svc::ledger

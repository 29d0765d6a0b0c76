#pragma once

#include <functional>

#include <svc/call.hpp>

#include "domain/export_lines.hpp"

namespace svc::ledger {

/// Queues the entry to be written just before the commit, when it takes its number: the row of the counter is
/// then locked for the shortest time.
void writeEntry(Call& call, const Entry& entry);

/// Reads the entries of a period in the order of their numbers, some hundred at a time.
class EntryReader {
public:
    EntryReader(Call& call, Date from, Date to);
    /// Goes on behind the entry of this year and number.
    EntryReader(Call& call, Date from, Date to, int fiscalYear, std::int64_t number)
        : call_(call), from_(from), to_(to), fiscalYear_(fiscalYear), number_(number) {}
    /// The next entries; none at the end.
    std::vector<BookedEntry> next();

private:
    Call& call_;
    Date from_;
    Date to_;
    int fiscalYear_ = 0;
    std::int64_t number_ = 0;
    bool done_ = false;
};

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

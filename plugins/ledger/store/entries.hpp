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

} // namespace svc::ledger

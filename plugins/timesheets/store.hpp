#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "rules/entry.hpp"

namespace svc::timesheets {

/// Entries with these external ids or ids, locked until the commit in the order of external id, then id.
std::vector<Entry> lockEntries(Call& call, const std::vector<std::string>& externalIds,
                               const std::vector<TimeEntryId>& ids);

/// Inserts or updates the entries, matching by `id` or `externalId`. Returns, in the order of `entries`, the
/// identifier and whether the entry is new; nothing for an entry that was billed meanwhile.
struct Written {
    TimeEntryId id;
    bool created = false;
    std::int64_t version = 1;
    Instant createdAt;
};
std::vector<std::optional<Written>> writeEntries(Call& call, const std::vector<Entry>& entries);

std::optional<Entry> findEntry(Call& call, TimeEntryId id);
void deleteEntry(Call& call, TimeEntryId id);

struct EntryFilter {
    std::optional<Date> from{};
    std::optional<Date> to{};
    std::optional<std::vector<PartnerId>> partners{};
    std::optional<bool> billed{};
    std::optional<std::string> externalId{};
    std::optional<std::string> person{};
    std::optional<std::string> project{};
};

/// The position of a page: it begins after this entry.
struct Position {
    Date date;
    TimeEntryId id;
};

/// Newest first.
std::vector<Entry> listEntries(Call& call, const EntryFilter& filter, const std::optional<Position>& after,
                               std::int64_t limit);

/// One row per partner, by name; entries without partner last.
std::vector<api::TimeSummary> summarize(Call& call, const EntryFilter& filter);

/// Unbilled and billable entries of a partner, locked.
std::vector<Entry> lockBillable(Call& call, const std::optional<PartnerId>& partner, std::optional<Date> from,
                                std::optional<Date> to);

/// Queues that these entries are billed with that sale.
void markBilled(Call& call, const std::vector<TimeEntryId>& ids, SaleId sale);

/// Makes the entries of that sale unbilled; returns them.
std::vector<TimeEntryId> releaseEntries(Call& call, SaleId sale);

} // namespace svc::timesheets

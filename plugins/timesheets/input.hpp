#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "rules/entry.hpp"

namespace svc::timesheets {

/// An entry of a body, and which one it names.
struct EntryInput {
    std::optional<TimeEntryId> id;
    Entry entry; ///< without identifier, name of the partner and record fields
};

/// At most so many entries in one request.
inline constexpr std::size_t MaxEntries = 500;

/// The entries of a body: `{ entries: […] }` or one entry. Refuses with `batch-too-large`, and names fields
/// as they stand: `entries[3].date`, `date`.
std::vector<EntryInput> readEntries(Request& request, const api::TimeEntriesPut& body);

/// Names of the partners, in one question; `partner-not-found` for the first that is unknown.
void findPartners(Call& call, std::vector<EntryInput>& inputs);

/// `time_entry.created`
void emitCreated(Call& call, const Entry& entry);

/// Refuses with `time-entry-billed:<id>`.
[[noreturn]] void refuseBilled(TimeEntryId id);

} // namespace svc::timesheets

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "bindings.hpp"
#include "rules/entry.hpp"

namespace svc::timesheets {

/// An entry of a request, and the identifier that it names.
struct EntryInput {
    std::optional<TimeEntryId> id;
    Entry entry; ///< without identifier, name of the partner and record fields
};

/// The most entries in one request.
inline constexpr std::size_t MaxEntries = 500;

/// The entries of a request: `{ entries: […] }` or one entry. Refuses with `batch-too-large`; refusals name
/// fields by their path in the request: `entries[3].date`, `date`.
std::vector<EntryInput> readEntries(Request& request, const api::TimeEntriesPut& body);

/// Sets the names of the partners with one query; `partner-not-found` for the first unknown one.
void findPartners(Call& call, std::vector<EntryInput>& inputs);

/// `time_entry.created`
void emitCreated(Call& call, const Entry& entry);

/// Refuses with `time-entry-billed:<id>`.
[[noreturn]] void refuseBilled(TimeEntryId id);

/// Is the day on or before the lock date of the company?
bool isLocked(Call& call, Date date);
/// Refuses such a day with `date-locked:<lockDate>`.
void refuseLocked(Call& call, Date date);

} // namespace svc::timesheets

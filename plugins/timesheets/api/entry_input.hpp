#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "domain/entry.hpp"

namespace svc::timesheets {

/// An entry of a body, and what it names.
struct EntryInput {
    std::optional<std::string> id;
    std::optional<std::string> partnerId;
    Entry entry; ///< without identifier, partner and record fields
};

/// At most so many entries in one request.
inline constexpr std::size_t MaxEntries = 500;

/// The entries of a body: `{ entries: […] }` or one entry. Refuses with `batch-too-large`, and names fields
/// as they stand: `entries[3].date`, `date`.
std::vector<EntryInput> readEntries(Call& call, const Json& body);

} // namespace svc::timesheets

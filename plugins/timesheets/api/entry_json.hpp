#pragma once

#include <svc/call.hpp>

#include "domain/entry.hpp"

namespace svc::timesheets {

/// The entry read back.
Json entryJson(const Entry& entry);

/// time_entry.created, with exactly the data of the catalogue. The host adds `actor`.
void emitCreated(Call& call, const Entry& entry);

} // namespace svc::timesheets

#pragma once

#include <functional>
#include <string_view>

#include <svc/call.hpp>
#include <svc/period.hpp>

namespace svc::ledger {

using ArchiveSink = std::function<void(std::string_view name, std::string_view bytes)>;

/// Writes the journal of each fiscal year in the period, entry by entry with its digest, and what proves it:
/// docs/modules/ledger.md tells how it is verified. Memory does not grow with the entries.
void writeSealedJournal(Call& call, const Period& period, const ArchiveSink& sink);

} // namespace svc::ledger

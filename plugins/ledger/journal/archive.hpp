#pragma once

#include <functional>
#include <string_view>

#include <svc/call.hpp>
#include <svc/period.hpp>

namespace svc::ledger {

using ArchiveSink = std::function<void(std::string_view name, std::string_view bytes)>;

/// Writes the journal of each fiscal year in the period, entry by entry with its digest, and the proofs:
/// docs/modules/ledger.md describes how to verify it. Memory use does not grow with the entries.
void writeSealedJournal(Call& call, const Period& period, const ArchiveSink& sink);

} // namespace svc::ledger

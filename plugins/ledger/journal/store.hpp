#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings.hpp"

namespace svc::ledger {

/// The digest of a fiscal year's journal up to an entry, signed by the service.
using Checkpoint = api::Checkpoint;

/// A fiscal year with entries that no checkpoint covers yet.
struct Unsealed {
    int fiscalYear = 0;
    std::int64_t last = 0;   ///< number of its last entry
    std::int64_t sealed = 0; ///< number at the last checkpoint; 0: none
    std::string digest;      ///< of that checkpoint
};

void writeCheckpoint(Call& call, const Checkpoint& checkpoint);
std::vector<Unsealed> unsealedYears(Call& call);

/// Checkpoints of a fiscal year in the order of their numbers, from one number to another.
std::vector<Checkpoint> checkpointsOf(Call& call, int fiscalYear, std::int64_t first, std::int64_t last);
/// Newest first.
std::vector<Checkpoint> checkpointPage(Call& call, std::optional<int> fiscalYear, std::int64_t limit,
                                       std::int64_t offset);
std::int64_t countCheckpoints(Call& call, std::optional<int> fiscalYear);
/// The fiscal years that have checkpoints.
std::vector<int> sealedYears(Call& call);

} // namespace svc::ledger

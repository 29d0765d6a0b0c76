#pragma once

#include <svc/http.hpp>

#include "store/checkpoints.hpp"

namespace svc::ledger {

/// As the API and the archive of a period show it.
Json checkpointRecord(const Checkpoint& checkpoint);

Response listCheckpointsRoute(Request& request);

/// Signs the digest of the journal up to its last entry, year by year.
void sealJournalJob(Call& call, const Json& input);

/// `ledger.verify`: computes the digests of the journal anew and compares them with what was signed.
Json verifyJournalCommand(Call& call, const Json& input);

} // namespace svc::ledger

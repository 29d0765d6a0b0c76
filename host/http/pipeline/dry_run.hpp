#pragma once

#include "host/core/unit_of_work.hpp"
#include "host/http/front/answer.hpp"

#include <string>

namespace svc::host::http {

/// Runs what would run at the commit (queued writes, late writes, deferred constraints), so that every
/// refusal is seen, and undoes everything.
void rehearse(UnitOfWork& work);

/// `{ "result", "events", "postings" }` with status 200 (api "Dry run"). `written`: what the write answered.
Answer dryRunAnswer(const UnitOfWork& work, const Answer& written);

} // namespace svc::host::http

#pragma once

#include <svc/call.hpp>

#include "file/store.hpp"

namespace svc::fatturapa {

/// Queues a job that asks the intermediary for the answer of the public buyer, from `due` on.
void awaitBuyer(Call& call, const StoredFile& file, Instant due);

/// The job `follow-answer`.
void followAnswer(Call& call, const Json& payload);

} // namespace svc::fatturapa

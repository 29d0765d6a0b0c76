#pragma once

#include <svc/call.hpp>

#include "file/store.hpp"

namespace svc::fatturapa {

/// Has the intermediary asked for the answer of the public buyer, from now on.
void awaitBuyer(Call& call, const StoredFile& file, Instant due);

/// The job `follow-answer`.
void followAnswer(Call& call, const Json& payload);

} // namespace svc::fatturapa

#pragma once

#include <svc/call.hpp>

namespace svc::ksef {

/// Job: `{ reference, settings }`. Closes a session once none of its files is being processed.
void closeSessionJob(Call& call, const Json& payload);

} // namespace svc::ksef

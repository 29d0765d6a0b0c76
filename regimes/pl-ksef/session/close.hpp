#pragma once

#include <svc/call.hpp>

namespace svc::ksef {

/// Job: `{ reference, settings }`. Closes a session once nothing in it is waited for.
void closeSessionJob(Call& call, const Json& payload);

} // namespace svc::ksef

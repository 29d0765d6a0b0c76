#pragma once

#include <svc/call.hpp>

namespace svc::ksef {

/// Vectors: `{ksefNumber}` → `{valid}`; `{nip, issued, digest}` → `{link}`, code I of the test platform.
Json check(Call& call, const Json& given);

} // namespace svc::ksef

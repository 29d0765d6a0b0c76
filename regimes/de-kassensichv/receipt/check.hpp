#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

/// Vectors: `{qr}` → `{result, tseSerial}`, a receipt verified from its code alone.
Json check(Call& call, const Json& given);

} // namespace svc::kassensichv

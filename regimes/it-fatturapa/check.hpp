#pragma once

#include <svc/call.hpp>

namespace svc::fatturapa {

/// Vectors: `{partitaIva}` or `{codiceFiscale}` → `{valid}`.
Json check(Call& call, const Json& given);

} // namespace svc::fatturapa

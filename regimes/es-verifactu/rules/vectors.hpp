#pragma once

#include <svc/json.hpp>

namespace svc::es_verifactu {

/// regime.es-verifactu.check: `{kind: alta or anulacion, fields}` of a record → `{input, hash}`, the text
/// that is hashed and its hash; `{production, parameters}` → `{url}`, the look-up page of an invoice.
Json checkVector(const Json& given);

} // namespace svc::es_verifactu

#pragma once

#include <svc/json.hpp>

namespace svc::pt_certified {

/// regime.pt-certified.check: `{key, documents: [{InvoiceDate, SystemEntryDate, InvoiceNo, GrossTotal}]}`, a
/// series in its order → `{documents: [{message, hash, printed}]}`; `{fields}` of a QR code by their letters
/// → `{qr}`; `{nif}` → `{valid}`.
Json checkVector(const Json& given);

} // namespace svc::pt_certified

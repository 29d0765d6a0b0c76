#pragma once

#include <svc/call.hpp>

namespace svc::kassensichv {

/// Prefetches what prepare reads of the till. Only tickets lock the till early, since many invoices never
/// concern it.
Json askAhead(Call& call, const Json& input);
/// A receipt in the transaction of its sale, refund or cancellation; null when the till has no part in it.
Json prepare(Call& call, const Json& input);

} // namespace svc::kassensichv

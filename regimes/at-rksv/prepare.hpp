#pragma once

#include <svc/call.hpp>

namespace svc::rksv {

/// The end of the chain comes with the duties of the company.
Json askAhead(Call& call, const Json& input);
/// A receipt in the transaction of its sale, refund or cancellation.
Json prepare(Call& call, const Json& input);

} // namespace svc::rksv

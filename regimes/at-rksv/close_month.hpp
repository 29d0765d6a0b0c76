#pragma once

#include <svc/call.hpp>

namespace svc::rksv {

/// Writes the start receipt of a till and the monthly receipts, also in months without sales.
void closeMonth(Call& call, const Json& payload);

} // namespace svc::rksv

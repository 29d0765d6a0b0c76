#pragma once

#include <string_view>

#include <svc/call.hpp>

namespace svc::integrations {

/// Stores the call of a provider; false when it is a duplicate.
bool keepIncomingCall(Call& call, std::string_view provider, std::string_view externalId);
void forgetIncomingCalls(Call& call, Instant before);

} // namespace svc::integrations

#pragma once

#include <chrono>
#include <string_view>

#include "api/provider.hpp"

namespace svc::integrations {

/// Runs a verb of a connector, outside of a transaction, and keeps what it has sent to the provider, whatever
/// came of it.
Json ask(Call& call, std::string_view provider, std::string_view verb, const Json& input);

/// A call of the provider, in a transaction; its address without the token. `errorCode`: empty when it was
/// taken.
void keepIncoming(Request& request, std::string_view provider, std::chrono::steady_clock::time_point began,
                  int status, std::string_view errorCode);

} // namespace svc::integrations

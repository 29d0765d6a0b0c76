#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::integrations {

/// Adds a call to the provider's log with the instant of the transaction.
void keepCall(Call& call, std::string_view provider, const api::ProviderCall& kept);
/// Newest first, those older than `before`.
std::vector<api::ProviderCall> listCalls(Call& call, std::string_view provider,
                                         const std::optional<Uuid>& before, std::int64_t limit);
void forgetCalls(Call& call, Instant before);

} // namespace svc::integrations

#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// The time up to which flows were fetched; nothing before the first run.
std::optional<Instant> fetchedUntil(Call& call);
void saveFetchedUntil(Call& call, Instant until);
/// Stores a flow; false when it is known already.
bool takeFlow(Call& call, const std::string& flow, const std::string& type);
bool isTaken(Call& call, const std::string& flow);
void noteFlow(Call& call, const std::string& flow, const std::optional<std::string>& about,
              const std::optional<std::string>& error);

} // namespace svc::fr_einvoicing

#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

namespace svc::fr_einvoicing {

/// Up to where flows were fetched; nothing before the first time.
std::optional<Instant> fetchedUntil(Call& call);
void saveFetchedUntil(Call& call, Instant until);
/// Is it new? Then it is kept.
bool takeFlow(Call& call, const std::string& flow, const std::string& type);
bool isTaken(Call& call, const std::string& flow);
void noteFlow(Call& call, const std::string& flow, const std::optional<std::string>& about,
              const std::optional<std::string>& error);

} // namespace svc::fr_einvoicing

#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/id.hpp>

#include "host/app/application.hpp"
#include "host/app/verification.hpp"

namespace svc::host::app {

/// The checks that modules do in code: each is a command `<id>.verify`.
std::vector<std::string> verifyingCommands(Application& application);

/// Runs these commands for each company, or for one, in a snapshot of its own that is never committed.
void verifyModules(Application& application, const std::vector<std::string>& commands,
                   const std::optional<Uuid>& company, const Verification::Listener& listener);

} // namespace svc::host::app

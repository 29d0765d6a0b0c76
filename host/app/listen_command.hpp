#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host listen`: follows the journal of a company through the API and posts each event, signed as a
/// webhook is, to the machine of a developer. Runs until it is stopped.
int listenCommand(const std::vector<std::string>& words);

} // namespace svc::host::app

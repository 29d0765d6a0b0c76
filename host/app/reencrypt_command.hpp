#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host reencrypt`: seals every secret of the database under the newest master key.
int reencryptCommand(const std::vector<std::string>& words);

} // namespace svc::host::app

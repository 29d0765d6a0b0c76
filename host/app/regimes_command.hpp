#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host regimes check ID… [--company ID]`: runs the vectors of regimes and tells what is missing before
/// a company may go live with them. 0: nothing, 1: something, 3: there is no such regime here.
int regimesCommand(const std::vector<std::string>& words);

} // namespace svc::host::app

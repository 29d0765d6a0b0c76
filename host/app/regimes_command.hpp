#pragma once

#include <string>
#include <vector>

namespace svc::host::app {

/// `svc-host regimes check ID… [--company ID]`: runs the test vectors of regimes and reports what is missing
/// before a company may go live with them. Returns 0: nothing is missing, 1: something is, 3: there is no
/// such regime here.
int checkRegimesCommand(const std::vector<std::string>& words);

} // namespace svc::host::app

#pragma once

#include <string_view>

namespace svc::ledger {

/// The text of a file of config/charts, empty when there is none.
std::string_view chartFile(std::string_view name);

} // namespace svc::ledger

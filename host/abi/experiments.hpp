#pragma once

#include <string>
#include <string_view>

#include <svc/abi/experimental.h>

namespace svc::host::abi {

/// Offers an experimental table (svc/abi/experimental.h) to the plugins whose plugin.yaml names it. `name`
/// begins with "x."; the table lives as long as the process. To be called before plugins start. At present
/// the host offers none of its own.
void offerExperiment(const std::string& name, const svc_x_table& table);

/// Null: this host has no such table.
const svc_x_table* findExperiment(std::string_view name);

} // namespace svc::host::abi

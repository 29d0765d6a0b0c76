#pragma once

#include <string>
#include <vector>

namespace svc::load {

/// Paths of the lists of a kind; `{...}` are identifiers that the files of tests/load/lists create.
std::vector<std::string> paths(const std::string& kind);

} // namespace svc::load

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace svc::test {

/// The files of a ZIP archive in their order; a failure of the test where it cannot be read.
std::vector<std::pair<std::string, std::string>> unzipped(const std::string& bytes);

/// The files of an archive of a period but its manifest, which must be the last one and tell size and SHA-256
/// of each of the others.
std::map<std::string, std::string> checkedArchive(const std::string& bytes);

} // namespace svc::test

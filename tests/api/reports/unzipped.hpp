#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace svc::test {

/// The files of a ZIP archive in their order; the test fails when it cannot be read.
std::vector<std::pair<std::string, std::string>> unzipped(const std::string& bytes);

/// The files of an archive without its manifest, which must be the last file and list size and SHA-256 of all
/// others.
std::map<std::string, std::string> checkedArchive(const std::string& bytes);

} // namespace svc::test

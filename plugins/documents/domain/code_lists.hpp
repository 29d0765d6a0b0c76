#pragma once

#include <string>

#include "domain/check.hpp"

namespace svc::documents {

/// Reads the lists from a folder of files `code TAB name`. Throws std::runtime_error naming a file that is
/// missing.
CodeLists readCodeLists(const std::string& folder);

} // namespace svc::documents

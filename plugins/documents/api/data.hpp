#pragma once

#include "domain/check.hpp"
#include "domain/wording.hpp"

namespace svc::documents {

/// Code lists and wording, read once from the folder of the plugin. Throws std::runtime_error naming what is
/// missing.
const CodeLists& codeLists();
const WordingBook& wordingBook();

} // namespace svc::documents

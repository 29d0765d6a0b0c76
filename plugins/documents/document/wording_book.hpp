#pragma once

#include "document/rules/wording.hpp"

namespace svc::documents {

/// The wording, read once from the folder of the plugin. Throws std::runtime_error naming what is missing.
const WordingBook& wordingBook();

} // namespace svc::documents

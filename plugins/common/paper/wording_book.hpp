#pragma once

#include "paper/wording.hpp"

namespace svc::paper {

/// The words, read once from the folder of the plugin. Throws std::runtime_error with the missing file.
const WordingBook& wordingBook();

} // namespace svc::paper

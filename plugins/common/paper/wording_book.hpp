#pragma once

#include "paper/wording.hpp"

namespace svc::paper {

/// The wording, read once from the folder of the plugin. Throws std::runtime_error naming what is missing.
const WordingBook& wordingBook();

} // namespace svc::paper

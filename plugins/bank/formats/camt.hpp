#pragma once

#include <string_view>

#include "statement/rules/statement.hpp"

namespace svc::bank {

/// CAMT.053 of any version, elements by their local names. Throws FileError: what is not well formed, any
/// DTD, another message, a value that cannot be kept exactly.
void readCamt(std::string_view bytes, StatementSink& sink);

} // namespace svc::bank

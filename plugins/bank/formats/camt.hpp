#pragma once

#include <string_view>

#include "statement/rules/statement.hpp"

namespace svc::bank {

/// Reads CAMT.053 of any version; elements are found by their local names. Throws FileError for XML that is
/// not well formed, any DTD, another message type, and a value that cannot be kept exactly.
void readCamt(std::string_view bytes, StatementSink& sink);

} // namespace svc::bank

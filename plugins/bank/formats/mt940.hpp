#pragma once

#include <string_view>

#include "statement/rules/statement.hpp"

namespace svc::bank {

/// MT940 with or without SWIFT envelope, any number of messages. `text` is UTF-8. Throws FileError.
void readMt940(std::string_view text, StatementSink& sink);

/// Has the text lines that begin with the tags of a statement?
bool looksLikeMt940(std::string_view text);

/// Reads the details of a line (`:86:`): the German subfields, the Dutch codes, or free text.
void readDetails(const std::vector<std::string>& lines, FileLine& line);

} // namespace svc::bank

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "statement/rules/statement.hpp"

namespace svc::bank {

/// A text of a file on one line, cut after so many characters; nothing when it is empty.
std::optional<std::string> keptText(const std::string& text, std::size_t characters = 255);
/// A reference of a file; nothing where the bank wrote that there is none.
std::optional<std::string> keptReference(const std::string& text);

/// What makes a line the same line in another file: only what the file says (statement files shift, so no
/// place in it counts). A reference of the bank alone is not enough: the details of a batch share it. Where
/// it is missing, or says that there is none (NONREF), all that the line says.
std::string identityOf(const FileLine& line, Date booked);

/// What people read of a line: its remittance, else the next best that it says.
std::string labelOf(const FileLine& line);

/// The references of a line, those of a fixed form first, each once.
std::vector<std::string> referencesOf(const FileLine& line);

/// The first word that can be the number of a document.
std::optional<std::string> numberIn(std::string_view text);

/// JSON of what a line says besides.
std::string detailsOf(const FileLine& line);

} // namespace svc::bank

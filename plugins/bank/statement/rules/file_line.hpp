#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "statement/rules/statement.hpp"

namespace svc::bank {

/// A text of a file as one line, cut to this many characters; nothing when it is empty.
std::optional<std::string> keptText(const std::string& text, std::size_t characters = 255);
/// A reference of a file; nothing for what banks write when there is none, such as NONREF.
std::optional<std::string> keptReference(const std::string& text);

/// Identifies a line across files by its content only: statement files overlap, so its place in the file does
/// not count. The bank's reference alone is not enough, because the details of a batch share it. If it is
/// missing or says that there is none (NONREF), the whole content of the line counts.
std::string identityOf(const FileLine& line, Date booked);

/// The label shown to users: the remittance text, else the next best text of the line.
std::string labelOf(const FileLine& line);

/// The references of a line without duplicates, those of a fixed form first.
std::vector<std::string> referencesOf(const FileLine& line);

/// The first word that can be the number of a document.
std::optional<std::string> numberIn(std::string_view text);

/// The other fields of a line as JSON.
std::string detailsOf(const FileLine& line);

} // namespace svc::bank

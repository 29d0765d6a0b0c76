#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "pdf/compose.hpp"

namespace svc::documents {

/// The text with its blanks replaced by no-break spaces.
std::string unbroken(const std::string& text);

/// In groups of four characters, as account numbers are written for people.
std::string grouped(const std::string& text);

/// The key of the title in the wording. `ticket`: that of a sale over the counter.
const char* titleKey(const Invoice& invoice, bool ticket);

/// Aging of the open items of an account: not yet due, and 1-30, 31-60, 61-90 and more days overdue.
std::array<std::int64_t, 5> agesOf(const Statement& account);

} // namespace svc::documents

#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "pdf/compose.hpp"

namespace svc::documents {

/// The text without places to break a line at.
std::string unbroken(const std::string& text);

/// In groups of four, as people read account numbers.
std::string grouped(const std::string& text);

/// The key of the title among the words. `ticket`: that of a sale over the counter.
const char* titleKey(const Invoice& invoice, bool ticket);

/// What is open on an account: not yet due, and 1-30, 31-60, 61-90 and more days late.
std::array<std::int64_t, 5> agesOf(const Statement& account);

} // namespace svc::documents

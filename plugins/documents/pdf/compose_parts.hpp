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

/// Does the law of the seller ask for the day of delivery on every invoice, also when it is that of the
/// invoice? In Germany (§ 14 (4) no. 6 UStG) and Austria (§ 11 (1) no. 4 UStG). Elsewhere it is told when it
/// differs (article 226 (7) of Directive 2006/112/EC).
bool tellsEveryDelivery(const Invoice& invoice);

/// Why a group is not taxed, as the law wants it on the document; empty for a taxed one. A code of the list
/// VATEX is put in words: `VATEX-EU-132-1B` as article 132 (1) (b).
std::string exemptionNote(const TaxGroup& group, const Wording& say);

/// Aging of the open items of an account: not yet due, and 1-30, 31-60, 61-90 and more days overdue.
std::array<std::int64_t, 5> agesOf(const Statement& account);

} // namespace svc::documents

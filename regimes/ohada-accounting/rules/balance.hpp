#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <svc/currency.hpp>

#include "accounting/trial_balance.hpp"

namespace svc::ohada_accounting {

/// The file with 6 or 8 columns of amounts and the line of totals; accounts without any amount are left out.
std::string writeBalance(const accounting::TrialBalance& balance, int columns, Currency currency);

/// A field of a file separated by `;`, quoted where it must be; texts that a spreadsheet would take for a
/// formula get a `'` in front.
void appendField(std::string& out, std::string_view text);
/// Appends an amount; zero is `0`.
void appendSum(std::string& out, std::int64_t minor, Currency currency);

} // namespace svc::ohada_accounting

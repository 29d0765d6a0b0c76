#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include <svc/currency.hpp>

namespace svc::ohada {

/// What an account says of a period, in minor units. Positive is debit.
struct AccountSums {
    std::string label;
    std::int64_t opening = 0;
    std::int64_t debit = 0;
    std::int64_t credit = 0;

    std::int64_t closing() const { return opening + debit - credit; }
};
using Balance = std::map<std::string, AccountSums, std::less<>>;

/// Sums of one account before the fiscal year, from its first day to the period, and in the period.
struct Stages {
    std::string label;
    std::int64_t beforeYear = 0;
    std::int64_t inYear = 0;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
    /// Income or expense: begins each fiscal year at zero.
    bool ofTheYear = false;
};

/// Where the result of the years before is carried forward.
struct CarriedTo {
    std::string account;
    std::string label;
};

Balance balanceOf(const std::map<std::string, Stages, std::less<>>& accounts, const CarriedTo& profit,
                  const CarriedTo& loss);

/// The file with 6 or 8 columns of amounts and the line of totals; accounts without any amount are left out.
std::string writeBalance(const Balance& balance, int columns, Currency currency);

/// A field of a file separated by `;`, quoted where it must be; texts that a spreadsheet would take for a
/// formula get a `'` in front.
void appendField(std::string& out, std::string_view text);
/// Adds an amount; nothing is `0`.
void appendSum(std::string& out, std::int64_t minor, Currency currency);

} // namespace svc::ohada

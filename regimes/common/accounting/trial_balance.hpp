/// @file The trial balance of a period in the accounts of a chart.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "accounting/chart.hpp"

namespace svc::accounting {

/// The sums of an account in a period, in minor units. Positive is debit.
struct AccountSums {
    std::string label;
    std::int64_t opening = 0;
    std::int64_t debit = 0;
    std::int64_t credit = 0;

    std::int64_t closing() const { return opening + debit - credit; }
};
using TrialBalance = std::map<std::string, AccountSums, std::less<>>;

/// Sums of lines before the fiscal year, from its first day to the period, and in the period.
struct Stages {
    std::int64_t beforeYear = 0;
    std::int64_t inYear = 0;
    std::int64_t debit = 0;
    std::int64_t credit = 0;
};

/// Sums lines by account. Results of earlier years, as the chart carries them forward, go to the account of
/// retained earnings or losses.
class TrialBalanceSums {
public:
    explicit TrialBalanceSums(const ChartOfAccounts& chart) : chart_(chart) {}

    void add(const ChartKey& lines, const Stages& stages) {
        const ChartAccount account = chart_.account(lines);
        AccountSums& sums = at(account);
        sums.opening += stages.inYear;
        sums.debit += stages.debit;
        sums.credit += stages.credit;
        (chart_.isCarried(lines.role, account.code) ? carried_ : sums.opening) += stages.beforeYear;
    }

    TrialBalance balance() && {
        if (carried_ != 0) {
            at(chart_.carriedTo(carried_)).opening += carried_;
        }
        return std::move(balance_);
    }

private:
    AccountSums& at(const ChartAccount& account) {
        AccountSums& sums = balance_[std::string(account.code)];
        sums.label = account.label;
        return sums;
    }

    const ChartOfAccounts& chart_;
    TrialBalance balance_;
    std::int64_t carried_ = 0;
};

} // namespace svc::accounting

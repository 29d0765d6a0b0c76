#include <map>

#include <svc/error.hpp>

#include "bindings.hpp"
#include "entry/rules/account.hpp"
#include "entry/store.hpp"

namespace svc::ledger {
namespace {

using Balance = commands::BalancesOutputAccountsItem;

const Chart& chartOf(Call& call, const std::optional<std::string>& wanted) {
    const std::string key = wanted.value_or(call.company().chart);
    const Chart* chart = charts().find(key);
    if (chart == nullptr) {
        throw unknownName(400, "chart-unknown", key);
    }
    return *chart;
}

/// An account of a trial balance with its partners; positive when the partner owes.
struct Summed {
    Balance balance;
    std::map<std::optional<PartnerId>, std::int64_t> openingByPartner;
};

} // namespace

commands::BalancesOutput commands::balances(Call& call, const commands::BalancesInput& input) {
    const Chart& chart = chartOf(call, input.chart);
    std::map<std::string, Summed, std::less<>> accounts;
    for (const RoleSum& sum : sumsOf(call, input.from, input.to)) {
        const Account account = accountOf(sum.line, chart);
        Summed& summed = accounts[std::string(account.code)];
        Balance& balance = summed.balance;
        balance.account = account.code;
        balance.label = account.label;
        balance.openingDebit += sum.openingDebit;
        balance.openingCredit += sum.openingCredit;
        balance.debit += sum.debit;
        balance.credit += sum.credit;
        summed.openingByPartner[sum.line.partnerId] += sum.openingDebit - sum.openingCredit;
    }
    commands::BalancesOutput output{.chart = {.key = chart.key, .name = chart.name}};
    for (auto& [code, summed] : accounts) {
        for (const auto& [partner, opening] : summed.openingByPartner) {
            summed.balance.partners.push_back({.partnerId = partner, .opening = opening});
        }
        output.accounts.push_back(std::move(summed.balance));
    }
    return output;
}

} // namespace svc::ledger

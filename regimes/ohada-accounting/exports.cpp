#include "exports.hpp"

#include "accounting/chart.hpp"

namespace svc::ohada {

std::string chartOf(Request& request) {
    const auto chart = request.query("chart");
    return chart && !chart->empty() ? std::string(*chart) : std::string(OwnChart);
}

Date yearStart(Call& call, Date date) {
    return fiscalYearOf(date, call.company().accounting.textOr("fiscalYearStart", "01-01")).from;
}

namespace {

using Accounts = std::map<std::string, Stages, std::less<>>;

/// Sums account by account before the year, in the year before the period, and in the period.
Accounts stagesOf(Call& call, const accounting::ChartOfAccounts& chart, const Period& period) {
    Accounts accounts;
    const auto read = [&](Date from, Date to, const auto& use) {
        const Json answer = call.command("ledger.balances",
                                         Json::object({{"from", from}, {"to", to}, {"chart", chart.key()}}));
        for (const Json& account : answer["accounts"].items()) {
            Stages& stages = accounts[account["account"].text()];
            stages.label = account["label"].text();
            stages.ofTheYear = chart.isOfTheYear(account["account"].text());
            use(stages, account);
        }
    };
    const auto opening = [](const Json& account) {
        return account["openingDebit"].integer() - account["openingCredit"].integer();
    };
    const Date start = yearStart(call, period.from);
    read(start, start, [&](Stages& stages, const Json& account) { stages.beforeYear = opening(account); });
    read(period.from, period.to, [&](Stages& stages, const Json& account) {
        stages.inYear = opening(account) - stages.beforeYear;
        stages.debit = account["debit"].integer();
        stages.credit = account["credit"].integer();
    });
    return accounts;
}

CarriedTo carriedTo(const accounting::ChartOfAccounts& chart, std::string_view role) {
    const accounting::ChartAccount account = chart.account({role, {}, {}, {}});
    return {std::string(account.code), std::string(account.label)};
}

} // namespace

Balance periodBalance(Call& call, const std::string& chart, const Period& period) {
    const accounting::ChartOfAccounts accounts = accounting::getChart(call, chart);
    return balanceOf(stagesOf(call, accounts, period), carriedTo(accounts, "retained_earnings"),
                     carriedTo(accounts, "retained_loss"));
}

std::string ledgerName(const Period& period) {
    return "grand-livre-" + period.from.toString() + '-' + period.to.toString() + ".csv";
}

std::string balanceName(const Period& period) {
    return "balance-" + period.from.toString() + '-' + period.to.toString() + ".csv";
}

} // namespace svc::ohada

#include "exports.hpp"

namespace svc::ohada {

std::string chartOf(Request& request) {
    const auto chart = request.query("chart");
    return chart && !chart->empty() ? std::string(*chart) : std::string(OwnChart);
}

Date yearStart(Call& call, Date date) {
    return fiscalYearOf(date, call.company().accounting.textOr("fiscalYearStart", "01-01")).from;
}

Accounts stagesOf(Call& call, const std::string& chart, const Period& period) {
    Accounts accounts;
    const auto read = [&](Date from, Date to, const auto& use) {
        const Json answer =
            call.command("ledger.balances", Json::object({{"from", from}, {"to", to}, {"chart", chart}}));
        for (const Json& account : answer["accounts"].items()) {
            Stages& stages = accounts[account["account"].text()];
            stages.label = account["label"].text();
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

std::string ledgerName(const Period& period) {
    return "grand-livre-" + period.from.toString() + '-' + period.to.toString() + ".csv";
}

std::string balanceName(const Period& period) {
    return "balance-" + period.from.toString() + '-' + period.to.toString() + ".csv";
}

} // namespace svc::ohada

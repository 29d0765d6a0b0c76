#include "export/rules/trial_balance.hpp"

#include <algorithm>

#include <svc/money.hpp>

#include "rules/csv.hpp"

namespace svc::ledger {
namespace {

void appendSides(std::string& out, std::int64_t debit, std::int64_t credit, Currency currency) {
    for (const std::int64_t amount : {debit, credit}) {
        out += ',';
        out += majorFromMinor(amount, currency).toFixed(currency.digits());
    }
}

void appendBalance(std::string& out, std::int64_t balance, Currency currency) {
    appendSides(out, std::max<std::int64_t>(balance, 0), std::max<std::int64_t>(-balance, 0), currency);
}

} // namespace

std::string writeTrialBalance(const StagesByAccount& accounts, std::int64_t carried,
                              const accounting::ChartOfAccounts& chart, Currency currency) {
    StagesByAccount opened;
    for (const auto& [code, stages] : accounts) {
        AccountStages& sums = opened[code];
        sums.before += stages.before;
        sums.debit += stages.debit;
        sums.credit += stages.credit;
        if (chart.isOfTheYear(code)) {
            sums.before -= stages.beforeYear;
            carried += stages.beforeYear;
        }
    }
    if (carried != 0) {
        const auto account = chart.account({carried < 0 ? "retained_earnings" : "retained_loss", {}, {}, {}});
        opened[std::string(account.code)].before += carried;
    }
    std::string out = "account,account_label,opening_debit,opening_credit,debit,credit,closing_debit,"
                      "closing_credit\r\n";
    for (const auto& [code, sums] : opened) {
        if (sums.before == 0 && sums.debit == 0 && sums.credit == 0) {
            continue;
        }
        appendCsvField(out, code);
        out += ',';
        appendCsvText(out, chart.account(std::string_view(code)).label);
        appendBalance(out, sums.before, currency);
        appendSides(out, sums.debit, sums.credit, currency);
        appendBalance(out, sums.before + sums.debit - sums.credit, currency);
        out += "\r\n";
    }
    return out;
}

} // namespace svc::ledger

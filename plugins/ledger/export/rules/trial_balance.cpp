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

std::string writeTrialBalance(const accounting::TrialBalance& accounts, Currency currency) {
    std::string out = "account,account_label,opening_debit,opening_credit,debit,credit,closing_debit,"
                      "closing_credit\r\n";
    for (const auto& [code, sums] : accounts) {
        if (sums.opening == 0 && sums.debit == 0 && sums.credit == 0) {
            continue;
        }
        appendCsvField(out, code);
        out += ',';
        appendCsvText(out, sums.label);
        appendBalance(out, sums.opening, currency);
        appendSides(out, sums.debit, sums.credit, currency);
        appendBalance(out, sums.closing(), currency);
        out += "\r\n";
    }
    return out;
}

} // namespace svc::ledger

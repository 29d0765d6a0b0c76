#include "exports.hpp"

#include "bindings.hpp"

namespace svc::ohada_accounting {

std::string chartOf(const std::optional<std::string>& requested) {
    return requested && !requested->empty() ? *requested : std::string(OwnChart);
}

Date yearStart(Call& call, Date date) {
    return fiscalYearOf(date, call.company().accounting.textOr("fiscalYearStart", "01-01")).from;
}

accounting::TrialBalance periodBalance(Call& call, const std::string& chart, const Period& period) {
    return accounting::trialBalance(call, accounting::getChart(call, calls::ledger::chart, chart), period);
}

std::string ledgerName(const Period& period) {
    return "grand-livre-" + period.from.toString() + '-' + period.to.toString() + ".csv";
}

std::string balanceName(const Period& period) {
    return "balance-" + period.from.toString() + '-' + period.to.toString() + ".csv";
}

} // namespace svc::ohada_accounting

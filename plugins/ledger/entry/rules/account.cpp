#include "entry/rules/account.hpp"

namespace svc::ledger {

Account accountOf(const EntryLine& line, const Chart& chart) {
    const Json* own = line.accounts.find(chart.key);
    if (own != nullptr && own->isString() && !own->text().empty()) {
        return chart.account(own->text());
    }
    return chart.account({line.role, line.taxCategory.value_or(""), line.taxRate});
}

} // namespace svc::ledger

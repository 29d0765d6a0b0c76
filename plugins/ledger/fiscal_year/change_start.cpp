#include <svc/error.hpp>

#include "bindings.hpp"

namespace svc::ledger {

void commands::accountingChanged(Call& call, const commands::AccountingChangedInput& input) {
    constexpr std::string_view Start = "fiscalYearStart";
    if (input.before.textOr(Start) != input.after.textOr(Start) &&
        !call.db()
             .query("SELECT 1 FROM ledger.entry WHERE company_id = $1 LIMIT 1", call.companyId())
             .empty()) {
        throw fieldInvalid("accounting.fiscalYearStart");
    }
}

} // namespace svc::ledger

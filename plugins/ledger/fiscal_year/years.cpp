#include "fiscal_year/years.hpp"

namespace svc::ledger {

std::string startOfYears(Call& call) {
    return call.company().accounting.textOr("fiscalYearStart", "01-01");
}

bool isLocked(Call& call, const Period& year) {
    return call.company().lockDate && year.to <= *call.company().lockDate;
}

std::int64_t entriesIn(Call& call, const Period& year) {
    return call.db()
        .query("SELECT count(*) FROM ledger.entry WHERE company_id = $1 AND date BETWEEN $2 AND $3",
               call.companyId(), year.from, year.to)[0]
        .integer(0);
}

} // namespace svc::ledger

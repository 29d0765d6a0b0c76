#include "fiscal_year/years.hpp"

namespace svc::ledger {

Answer<200, std::vector<api::FiscalYear>> listFiscalYears(Request& request,
                                                          const api::ListFiscalYearsParameters& parameters) {
    const Rows rows = request.db().query(
        "SELECT min(date), max(date) FROM ledger.entry WHERE company_id = $1", request.companyId());
    const auto first = rows[0].optionalDate(0);
    const auto last = rows[0].optionalDate(1);
    std::vector<Period> years;
    if (first) {
        const Date begin = fiscalYearOf(*first, startOfYears(request)).from;
        years.push_back(fiscalYearOf(*last, startOfYears(request)));
        while (years.back().from > begin) {
            years.push_back(fiscalYearOf(years.back().from.addDays(-1), startOfYears(request)));
        }
    }
    std::vector<api::FiscalYear> list;
    for (const Period& year : rowsOn(parameters.page, years)) {
        list.push_back(recordOf<api::FiscalYear>(request, year));
    }
    return Answer<200, std::vector<api::FiscalYear>>(list).total(static_cast<std::int64_t>(years.size()));
}

} // namespace svc::ledger

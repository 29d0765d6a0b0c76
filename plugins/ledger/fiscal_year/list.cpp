#include <algorithm>

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
        for (Period year = fiscalYearOf(*last, startOfYears(request)); year.to >= begin;
             year = fiscalYearOf(year.from.addDays(-1), startOfYears(request))) {
            years.push_back(year);
        }
    }
    const ArrayPage& page = parameters.page;
    const auto count = static_cast<std::int64_t>(years.size());
    std::vector<api::FiscalYear> list;
    for (std::int64_t i = page.offset; i < std::min(count, page.offset + page.limit); ++i) {
        list.push_back(recordOf<api::FiscalYear>(request, years[static_cast<std::size_t>(i)]));
    }
    return Answer<200, std::vector<api::FiscalYear>>(list).total(count);
}

} // namespace svc::ledger

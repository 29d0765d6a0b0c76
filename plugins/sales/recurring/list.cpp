#include "recurring/store.hpp"
#include "recurring/view.hpp"

namespace svc::sales {

Answer<200, std::vector<api::RecurringSale>>
listRecurringSales(Request& request, const api::ListRecurringSalesParameters& parameters) {
    const RecurringPage page = findRecurring(request, parameters);
    std::vector<api::RecurringSale> rows;
    for (const RecurringSale& sale : page.rows) {
        rows.push_back(shown(sale));
    }
    return Answer<200, std::vector<api::RecurringSale>>(rows).total(page.count);
}

} // namespace svc::sales

#include <svc/text.hpp>

#include "store.hpp"

namespace svc::receiving {

Answer<200, std::vector<api::SupplierInvoice>>
listSupplierInvoices(Request& request, const api::ListSupplierInvoicesParameters& parameters) {
    api::ListSupplierInvoicesParameters filters = parameters;
    if (trim(filters.q.value_or("")).empty()) {
        filters.q.reset();
    }
    const InvoicePage page = listInvoices(request, filters);
    return Answer<200, std::vector<api::SupplierInvoice>>(page.rows).total(page.count);
}

} // namespace svc::receiving

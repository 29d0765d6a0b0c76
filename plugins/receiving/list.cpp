#include <svc/text.hpp>

#include "store.hpp"

namespace svc::receiving {

Answer<200, std::vector<api::SupplierInvoice>>
listSupplierInvoices(Request& request, const api::ListSupplierInvoicesParameters& parameters) {
    InvoiceFilter filter{.status = textsOf(parameters.status),
                         .from = dayOf(request, parameters.from),
                         .to = dayOf(request, parameters.to),
                         .partners = parameters.partnerId,
                         .text = parameters.q};
    if (filter.text && trim(*filter.text).empty()) {
        filter.text.reset();
    }
    const InvoicePage page = listInvoices(request, filter, parameters.page);
    return Answer<200, std::vector<api::SupplierInvoice>>(page.rows).total(page.count);
}

} // namespace svc::receiving

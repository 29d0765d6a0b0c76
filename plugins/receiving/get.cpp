#include "receive.hpp"

namespace svc::receiving {

Answer<200, api::SupplierInvoice> getSupplierInvoice(Request& request,
                                                     const api::GetSupplierInvoiceParameters& parameters) {
    return requireInvoice(findInvoice(request, parameters.supplierInvoiceId)).shown;
}

} // namespace svc::receiving

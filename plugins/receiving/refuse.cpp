#include "receive.hpp"

namespace svc::receiving {

Answer<200, api::SupplierInvoice>
refuseSupplierInvoice(Request& request, const api::RefuseSupplierInvoiceParameters& parameters,
                      const api::SupplierInvoiceRefuse& body) {
    StoredInvoice found = requireInvoice(lockInvoice(request, parameters.supplierInvoiceId));
    api::SupplierInvoice& invoice = found.shown;
    if (invoice.status != api::SupplierInvoiceStatus::Received) {
        throw ApiError(400, "supplier-invoice-final");
    }
    invoice.status = api::SupplierInvoiceStatus::Refused;
    invoice.refusal = api::SupplierInvoiceRefusal{
        .reason = body.reason, .reasonCode = body.reasonCode, .at = request.now()};
    updateDecision(request, invoice);
    request.history("supplier_invoice", invoice.id.toString(), "supplier_invoice.refused",
                    Json::array({Json::object(
                        {{"field", "status"}, {"from", "received"}, {"to", "refused: " + body.reason}})}));
    tellSource(request, invoice);
    return invoice;
}

} // namespace svc::receiving

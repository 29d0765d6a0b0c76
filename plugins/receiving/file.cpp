#include "receive.hpp"

namespace svc::receiving {

Response getSupplierInvoiceFile(Request& request, const api::GetSupplierInvoiceFileParameters& parameters) {
    const StoredInvoice found = requireInvoice(findInvoice(request, parameters.supplierInvoiceId));
    const std::string name = found.contentType == "application/pdf" ? "invoice.pdf" : "invoice.xml";
    return Response::streamed(200, found.contentType,
                              [&request, found](BodyWriter& out) {
                                  eachPart(request, found, [&](std::string_view part) { out.write(part); });
                              })
        .header("ETag", '"' + found.shown.sha256 + '"')
        .header("Content-Disposition", "attachment; filename=\"" + name + '"');
}

} // namespace svc::receiving

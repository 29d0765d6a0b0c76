#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "invoice/sale.hpp"

namespace svc::documents {
namespace {

Response saleXml(Request& request, SaleId id, Syntax syntax, Profile profile) {
    const SaleRecord sale = requireSale(request, id);
    return fileResponse(findOrWrite(request, keyOf(sale, formOf(syntax, profile)),
                                    [&] { return writeXml(invoiceOf(request, sale), syntax, profile); }));
}

} // namespace

Response getInvoiceUbl(Request& request, const api::GetInvoiceUblParameters& parameters) {
    return saleXml(request, parameters.saleId, Syntax::Ubl, profileNamed(parameters.profile));
}

Response getInvoiceCii(Request& request, const api::GetInvoiceCiiParameters& parameters) {
    return saleXml(request, parameters.saleId, Syntax::Cii, profileNamed(parameters.profile));
}

} // namespace svc::documents

#include "invoice/pdf.hpp"

#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "document/reprint.hpp"
#include "invoice/sale.hpp"
#include "look/store.hpp"

namespace svc::documents {
namespace {

/// The current state of the invoice: it may change tomorrow, so it is not stored, and it is not an original,
/// so it has no embedded data.
StoredFile currentPdf(Call& call, const SaleRecord& sale, const std::string& language, bool ticket) {
    return writePdf(currentInvoiceOf(call, sale), language, findLook(call).look, ticket);
}

} // namespace

StoredFile salePdf(Call& call, const SaleRecord& sale, const std::string& language, bool ticket,
                   const Routing& routing) {
    const std::string form = "pdf:" + language + (ticket ? ":ticket" : ":a4") + routing.form();
    return findOrWrite(call, pagesKeyOf(call, sale, form), [&] {
        return writePdf(routing.applied(invoiceOf(call, sale)), language, findLook(call).look, ticket);
    });
}

Response invoicePdf(Request& request, const SaleRecord& sale, bool ticket, api::DocumentState state) {
    const std::string language = languageOf(request, sale.partnerId);
    return state == api::DocumentState::Current ? pdfResponse(currentPdf(request, sale, language, ticket))
                                                : fileResponse(salePdf(request, sale, language, ticket));
}

Response getInvoicePdf(Request& request, const api::GetInvoicePdfParameters& parameters) {
    const SaleRecord sale = requireSale(request, parameters.saleId);
    const bool ticket =
        parameters.format ? *parameters.format == api::GetInvoicePdfFormat::Ticket : isTicket(sale);
    tellReprint(request, InvoiceKind::Sale, sale.id.uuid(), sale.number, ticket, parameters.state);
    return invoicePdf(request, sale, ticket, parameters.state);
}

} // namespace svc::documents

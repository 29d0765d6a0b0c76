#include <svc/plugin.hpp>

#include "api/data.hpp"
#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::documents;
    // A file that is missing stops the start, not an invoice.
    wordingBook();
    registry.route("getInvoicePdf", invoicePdfRoute);
    registry.route("getInvoiceUbl", invoiceUblRoute);
    registry.route("getInvoiceCii", invoiceCiiRoute);
    registry.route("validateInvoice", invoiceValidationRoute);
    registry.route("getCreditNotePdf", creditNotePdfRoute);
    registry.route("getCreditNoteUbl", creditNoteUblRoute);
    registry.route("getCreditNoteCii", creditNoteCiiRoute);
    registry.route("getQuotePdf", quotePdfRoute);
    registry.route("getPublicDocumentPdf", publicPdfRoute);
    registry.route("getDeliveryPdf", deliveryPdfRoute);
    registry.route("getPurchaseOrderPdf", orderPdfRoute);
    registry.route("getPartnerStatementPdf", statementPdfRoute);
    registry.route("getDocumentSettings", readLookRoute);
    registry.route("putDocumentSettings", writeLookRoute);
    registry.command("documents.pdf", pdfCommand);
    registry.command("documents.xml", xmlCommand);
    registry.command("archive.documents", archiveCommand);
}

} // namespace

SVC_PLUGIN("documents", "1.0.0", start)

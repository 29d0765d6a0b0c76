#include "document/files.hpp"
#include "invoice/pdf.hpp"
#include "invoice/sale.hpp"
#include "quote/pdf.hpp"

namespace svc::documents {

/// The host puts the document that the token of a public address opens into the path.
Response getPublicDocumentPdf(Request& request, const api::GetPublicDocumentPdfParameters& parameters) {
    const std::string_view kind = request.path("documentKind");
    const std::string_view id = request.path("documentId");
    if (kind == "quote") {
        const QuoteRecord quote = requireQuote(request, QuoteId::parseOrNil(id), "document-not-found");
        return pdfResponse(quotePdf(request, quote, languageOf(request, quote.partnerId)));
    }
    if (kind != "sale") {
        throw ApiError(404, "document-not-found");
    }
    const SaleRecord sale = requireSale(request, SaleId::parseOrNil(id), "document-not-found");
    return invoicePdf(request, sale, isTicket(sale), parameters.state);
}

} // namespace svc::documents

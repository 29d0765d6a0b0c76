#include "document/files.hpp"

#include <svc/content_disposition.hpp>

namespace svc::documents {

std::string revisionOf(const SaleRecord& sale) {
    return Json::array({sale.note, sale.dueDate, sale.purchaseOrderRef}).dump();
}
std::string revisionOf(const CreditNoteRecord& note) {
    return Json::array({note.note, nullptr, note.purchaseOrderRef}).dump();
}

InvoiceKind kindOf(const SaleRecord&) {
    return InvoiceKind::Sale;
}
InvoiceKind kindOf(const CreditNoteRecord&) {
    return InvoiceKind::CreditNote;
}

Response fileResponse(const StoredFile& file) {
    return Response::bytes(200, file.contentType, file.content)
        .header("ETag", '"' + file.sha256 + '"')
        .header("Content-Disposition", contentDisposition("inline", file.name));
}

std::string languageOf(Request& request, const std::optional<PartnerId>& partnerId) {
    if (!request.asksForLanguage()) {
        if (const auto language = buyerLanguage(request, partnerId)) {
            return *language;
        }
    }
    return std::string(request.language());
}

std::string formOf(Syntax syntax, Profile profile) {
    return std::string(toText(syntax)) + ':' + std::string(nameOf(profile));
}

Response pdfResponse(const StoredFile& file) {
    return Response::bytes(200, file.contentType, file.content)
        .header("Content-Disposition", contentDisposition("inline", file.name));
}

} // namespace svc::documents

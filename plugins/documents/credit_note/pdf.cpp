#include "credit_note/pdf.hpp"

#include "credit_note/note.hpp"
#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "document/reprint.hpp"
#include "invoice/sale.hpp"
#include "look/store.hpp"

namespace svc::documents {

StoredFile creditNotePdf(Call& call, const CreditNoteRecord& note, const SaleRecord& sale,
                         const std::string& language, const Routing& routing) {
    const std::string form = "pdf:" + language + ":a4" + routing.form();
    return findOrWrite(call, pagesKeyOf(call, note, form), [&] {
        return writePdf(routing.applied(creditNoteOf(call, note, sale)), language, findLook(call).look,
                        false);
    });
}

Response getCreditNotePdf(Request& request, const api::GetCreditNotePdfParameters& parameters) {
    const SaleRecord sale = requireSale(request, parameters.saleId);
    const CreditNoteRecord note = requireCreditNote(request, parameters.creditNoteId, sale);
    tellReprint(request, InvoiceKind::CreditNote, note.id.uuid(), note.number, false,
                api::DocumentState::Issued);
    return fileResponse(creditNotePdf(request, note, sale, languageOf(request, sale.partnerId)));
}

} // namespace svc::documents

#include "credit_note/note.hpp"
#include "document/files.hpp"
#include "document/fill.hpp"
#include "document/rendering.hpp"
#include "invoice/sale.hpp"

namespace svc::documents {
namespace {

template <class Parameters>
Response creditNoteXml(Request& request, const Parameters& parameters, Syntax syntax) {
    const SaleRecord sale = requireSale(request, parameters.saleId);
    const CreditNoteRecord note = requireCreditNote(request, parameters.creditNoteId, sale);
    const Profile profile = profileNamed(parameters.profile);
    return fileResponse(findOrWrite(request, keyOf(note, formOf(syntax, profile)), [&] {
        return writeXml(creditNoteOf(request, note, sale), syntax, profile);
    }));
}

} // namespace

Response getCreditNoteUbl(Request& request, const api::GetCreditNoteUblParameters& parameters) {
    return creditNoteXml(request, parameters, Syntax::Ubl);
}

Response getCreditNoteCii(Request& request, const api::GetCreditNoteCiiParameters& parameters) {
    return creditNoteXml(request, parameters, Syntax::Cii);
}

} // namespace svc::documents

#include "document/reprint.hpp"

namespace svc::documents {

void tellReprint(Call& call, InvoiceKind kind, const Uuid& documentId, const std::string& number, bool ticket,
                 api::DocumentState state) {
    namespace compliance = calls::compliance;
    using Document = compliance::FiscalReprintedInputKind;
    using Format = compliance::FiscalReprintedInputFormat;
    using State = compliance::FiscalReprintedInputState;
    const bool isCopy = state == api::DocumentState::Current;
    if (!compliance::offersFiscalReprinted(call) || (!isCopy && !hasPaper(call, toText(kind), documentId))) {
        return;
    }
    const bool ofSale = kind == InvoiceKind::Sale;
    compliance::fiscalReprinted(
        call, {.kind = ofSale ? Document::Sale : Document::CreditNote,
               .id = ofSale ? SaleId(documentId).toString() : CreditNoteId(documentId).toString(),
               .number = number,
               .format = ticket ? Format::Ticket : Format::A4,
               .state = isCopy ? State::Current : State::Issued});
}

} // namespace svc::documents

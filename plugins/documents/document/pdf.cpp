#include <svc/encoding.hpp>

#include "credit_note/note.hpp"
#include "credit_note/pdf.hpp"
#include "invoice/pdf.hpp"
#include "invoice/sale.hpp"
#include "purchase_order/pdf.hpp"
#include "quote/pdf.hpp"

namespace svc::documents {

commands::PdfOutput commands::pdf(Call& call, const commands::PdfInput& input) {
    const std::string language = input.language.value_or(std::string(call.language()));
    const Routing routing = Routing::in(input);
    StoredFile file;
    switch (input.kind) {
    case api::PaperKind::Quote:
        file = quotePdf(call, requireQuote(call, QuoteId::parseOrNil(input.id)), language);
        break;
    case api::PaperKind::Purchase:
        file = orderPdf(call, requirePurchase(call, PurchaseId::parseOrNil(input.id)), language);
        break;
    case api::PaperKind::CreditNote: {
        const CreditNoteRecord note = requireCreditNote(call, CreditNoteId::parseOrNil(input.id));
        file = creditNotePdf(call, note, requireSale(call, note.saleId), language, routing);
        break;
    }
    case api::PaperKind::Sale:
        file = salePdf(call, requireSale(call, SaleId::parseOrNil(input.id)), language, false, routing);
        break;
    }
    return {.fileName = file.name, .contentType = file.contentType, .content = base64Encode(file.content)};
}

} // namespace svc::documents

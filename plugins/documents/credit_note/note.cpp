#include "credit_note/note.hpp"

namespace svc::documents {

CreditNoteRecord requireCreditNote(Call& call, CreditNoteId id) {
    auto note =
        calls::sales::offersCreditNote(call) ? calls::sales::creditNote(call, {.id = id}) : std::nullopt;
    if (!note) {
        throw ApiError(404, "credit-note-not-found");
    }
    return *std::move(note);
}

CreditNoteRecord requireCreditNote(Call& call, CreditNoteId id, const SaleRecord& sale) {
    CreditNoteRecord note = requireCreditNote(call, id);
    if (note.saleId != sale.id) {
        throw ApiError(404, "credit-note-not-found");
    }
    return note;
}

} // namespace svc::documents

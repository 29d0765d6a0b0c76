#include "document/neighbours.hpp"

namespace svc::documents {
namespace {

/// The record, or the 404 `absent`.
template <class Record>
Record known(std::optional<Record> record, const char* absent) {
    if (!record) {
        throw ApiError(404, absent);
    }
    return *std::move(record);
}

} // namespace

SaleRecord saleOf(Call& call, SaleId id, const char* absent) {
    return known(calls::sales::get(call, {.id = id}), absent);
}

CreditNoteRecord creditNoteRecord(Call& call, CreditNoteId id) {
    return known(calls::sales::offersCreditNote(call) ? calls::sales::creditNote(call, {.id = id})
                                                      : std::nullopt,
                 "credit-note-not-found");
}

CreditNoteRecord creditNoteIn(Call& call, CreditNoteId id, const SaleRecord& sale) {
    CreditNoteRecord note = creditNoteRecord(call, id);
    if (note.saleId != sale.id) {
        throw ApiError(404, "credit-note-not-found");
    }
    return note;
}

QuoteRecord quoteIn(Call& call, QuoteId id, const char* absent) {
    return known(calls::sales::offersQuotesGet(call) ? calls::sales::quotesGet(call, {.id = id})
                                                     : std::nullopt,
                 absent);
}

PurchaseRecord purchaseOf(Call& call, PurchaseId id) {
    return known(calls::purchases::offersGet(call) ? calls::purchases::get(call, {.id = id}) : std::nullopt,
                 "purchase-not-found");
}

} // namespace svc::documents

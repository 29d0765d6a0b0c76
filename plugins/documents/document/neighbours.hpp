#pragma once

#include "document/fill.hpp"

namespace svc::documents {

// The records of other modules from which documents are made. Each refuses with the 404 of its kind, or with
// `absent`.
SaleRecord saleOf(Call& call, SaleId id, const char* absent = "sale-not-found");
CreditNoteRecord creditNoteRecord(Call& call, CreditNoteId id);
/// A credit note of this sale.
CreditNoteRecord creditNoteIn(Call& call, CreditNoteId id, const SaleRecord& sale);
QuoteRecord quoteIn(Call& call, QuoteId id, const char* absent = "quote-not-found");
PurchaseRecord purchaseOf(Call& call, PurchaseId id);

/// The identifier in a text; malformed text gives an identifier that no record has.
template <class Id>
Id idIn(std::string_view text) {
    return Id::parse(text).value_or(Id());
}

} // namespace svc::documents

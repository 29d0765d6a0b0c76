#pragma once

#include "document/fill.hpp"

namespace svc::documents {

/// Refuses with `credit-note-not-found`.
CreditNoteRecord requireCreditNote(Call& call, CreditNoteId id);
/// The same; a credit note of another sale is refused too.
CreditNoteRecord requireCreditNote(Call& call, CreditNoteId id, const SaleRecord& sale);

} // namespace svc::documents

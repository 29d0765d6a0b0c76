#pragma once

#include <bindings.hpp>

#include "domain/invoice.hpp"

namespace svc::documents {

using InvoiceKind = api::InvoiceKind;

/// The invoice of a sale (the record of `sales.get`), with its seller and buyer as they are known now.
Invoice invoiceOf(Call& call, const Json& sale);

/// The same with what was credited and paid since, for a copy that is marked so.
Invoice currentInvoiceOf(Call& call, const Json& sale);

/// The credit note of a refund (the record of `sales.credit_note`).
Invoice creditNoteOf(Call& call, const Json& creditNote, const Json& sale);

/// A quote (the record of `quotes.get`) in the same terms.
Invoice quoteOf(Call& call, const Json& quote);

/// A delivery of a sale (an element of its `deliveries`): the lines that it holds, with their quantities.
Invoice deliveryNoteOf(Call& call, const Json& sale, const Json& delivery);

/// What the fiscal regimes want printed on a sale or credit note.
std::vector<FiscalMark> fiscalMarksOf(Call& call, InvoiceKind kind, const std::string& id);

/// An order to a supplier (the record of `purchases.get`): the other party is the supplier.
Invoice purchaseOrderOf(Call& call, const Json& purchase);

/// We and a partner, with nothing between us yet: the frame of a statement.
Invoice partiesOf(Call& call, PartnerId partnerId);

/// The language that the buyer reads, when it is one of ours.
std::optional<std::string> buyerLanguage(Call& call, const Json& document);

/// A country in or beside the European Union, where a PDF carries its invoice as data.
bool isEuropean(const std::optional<std::string>& country);

} // namespace svc::documents

#pragma once

#include <bindings.hpp>

#include "document/rules/invoice.hpp"

namespace svc::documents {

using InvoiceKind = api::InvoiceKind;
// What other modules answer.
using SaleRecord = calls::sales::Sale;
using CreditNoteRecord = calls::sales::CreditNoteOutput;
using QuoteRecord = calls::sales::Quote;
using DeliveryRecord = calls::sales::SaleDelivery;
using PurchaseRecord = calls::purchases::Purchase;

/// The invoice of a sale, with its seller and buyer as they were when it was issued.
Invoice invoiceOf(Call& call, const SaleRecord& sale);

/// Is a roll of 80 mm the paper that a sale is printed on?
inline bool isTicket(const SaleRecord& sale) {
    return sale.kind == calls::sales::SaleKind::Ticket;
}

/// The same with what was credited and paid since, for a copy that is marked so.
Invoice currentInvoiceOf(Call& call, const SaleRecord& sale);

/// The credit note of a refund.
Invoice creditNoteOf(Call& call, const CreditNoteRecord& creditNote, const SaleRecord& sale);

/// A quote in the same terms.
Invoice quoteOf(Call& call, const QuoteRecord& quote);

/// A delivery of a sale: the lines that it holds, with their quantities.
Invoice deliveryNoteOf(Call& call, const SaleRecord& sale, const DeliveryRecord& delivery);

/// What the fiscal regimes want printed on a sale or credit note.
std::vector<FiscalMark> fiscalMarksOf(Call& call, InvoiceKind kind, const std::string& id);

/// An order to a supplier: the other party is the supplier.
Invoice purchaseOrderOf(Call& call, const PurchaseRecord& purchase);

/// We and a partner, with nothing between us yet: the frame of a statement.
Invoice partiesOf(Call& call, PartnerId partnerId);

/// The language that the partner reads, when it is one of ours.
std::optional<std::string> buyerLanguage(Call& call, const std::optional<PartnerId>& partnerId);

/// A country in or beside the European Union, where a PDF carries its invoice as data.
bool isEuropean(const std::optional<std::string>& country);

} // namespace svc::documents

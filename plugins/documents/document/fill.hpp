#pragma once

#include <bindings.hpp>

#include "document/rules/invoice.hpp"

namespace svc::documents {

using InvoiceKind = api::InvoiceKind;
// Answers of other modules.
using SaleRecord = calls::sales::Sale;
using CreditNoteRecord = calls::sales::CreditNoteOutput;
using QuoteRecord = calls::sales::Quote;
using DeliveryRecord = calls::sales::SaleDelivery;
using PurchaseRecord = calls::purchases::Purchase;

/// The invoice of a sale, with its seller and buyer as they were when it was issued.
Invoice invoiceOf(Call& call, const SaleRecord& sale);

/// Is the sale printed on a roll of 80 mm?
inline bool isTicket(const SaleRecord& sale) {
    return sale.kind == calls::sales::SaleKind::Ticket;
}

/// The same with later credit notes and payments, for a copy that is marked as such.
Invoice currentInvoiceOf(Call& call, const SaleRecord& sale);

/// The credit note of a refund.
Invoice creditNoteOf(Call& call, const CreditNoteRecord& creditNote, const SaleRecord& sale);

/// A quote in the terms of EN 16931.
Invoice quoteOf(Call& call, const QuoteRecord& quote);

/// A delivery of a sale: its lines with their quantities.
Invoice deliveryNoteOf(Call& call, const SaleRecord& sale, const DeliveryRecord& delivery);

/// The marks that fiscal regimes require on a sale or credit note.
std::vector<FiscalMark> fiscalMarksOf(Call& call, InvoiceKind kind, const std::string& id);

/// An order to a supplier: the other party is the supplier.
Invoice purchaseOrderOf(Call& call, const PurchaseRecord& purchase);

/// The company and a partner, without any amounts: the frame of an account statement.
Invoice partiesOf(Call& call, PartnerId partnerId);

/// The language of the partner, if it is one of those supported.
std::optional<std::string> buyerLanguage(Call& call, const std::optional<PartnerId>& partnerId);

/// A country in the European Union or near it, where a PDF carries its invoice as data.
bool isEuropean(const std::optional<std::string>& country);

} // namespace svc::documents

#pragma once

#include <string>
#include <string_view>

#include "einvoice/file_reader.hpp"
#include "store.hpp"

namespace svc::receiving {

/// An invoice as somebody sends it.
struct IncomingFile {
    std::string source; ///< `upload`, or the plugin that brings it
    std::string fileName;
    std::string contentType;
    std::string bytes;
};

/// Reads, checks, matches and files it. Throws ApiError `file-unreadable:<reason>`, `body-too-large`,
/// `plan-limit:attachments-mb:<n>`.
StoredInvoice receive(Call& call, const IncomingFile& file);

/// Tells the regime that brought the invoice what became of it, in the transaction of the decision, when it
/// offers `regime.<source>.supplier_invoice`: `{ id, number, decision: accepted or refused, reason,
/// reasonCode, purchaseId, expenseId }`.
void tellSource(Call& call, const api::SupplierInvoice& invoice);

/// Reads the file of an invoice that was filed.
einvoice::ReceivedInvoice readStored(Call& call, const StoredInvoice& invoice);

/// The invoice, or ApiError 404 `supplier-invoice-not-found`.
StoredInvoice requireInvoice(std::optional<StoredInvoice> found);

} // namespace svc::receiving

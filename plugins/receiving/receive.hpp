#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "einvoice/file_reader.hpp"
#include "store.hpp"

namespace svc::receiving {

/// An invoice file as it was sent.
struct IncomingFile {
    std::string source; ///< `upload`, or the plugin that delivered it
    std::string fileName;
    std::string contentType;
    std::string bytes;
};

/// Reads, checks, matches and stores it. Throws ApiError `file-unreadable:<reason>`, `body-too-large`,
/// `plan-limit:attachments-mb:<n>`.
StoredInvoice receive(Call& call, const IncomingFile& file);

/// Reports the decision to the regime that delivered the invoice, in the transaction of the decision, if it
/// offers `regime.<source>.supplier_invoice`: `{ id, number, decision: accepted or refused, reason,
/// reasonCode, purchaseId, expenseId }`.
void tellSource(Call& call, const api::SupplierInvoice& invoice);

/// Passes the bytes of the stored file of an invoice to `use`, part by part.
void eachPart(Call& call, const StoredInvoice& invoice, const std::function<void(std::string_view)>& use);

/// Reads the stored file of an invoice.
einvoice::ReceivedInvoice readStored(Call& call, const StoredInvoice& invoice);

/// The invoice, or ApiError 404 `supplier-invoice-not-found`.
StoredInvoice requireInvoice(std::optional<StoredInvoice> found);

} // namespace svc::receiving

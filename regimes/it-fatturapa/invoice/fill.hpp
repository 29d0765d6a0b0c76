// Maps a sale or credit note to an invoice in the terms of EN 16931 and of FatturaPA.
#pragma once

#include <string>

#include <svc/call.hpp>

#include "invoice/rules/invoice.hpp"

namespace svc::fatturapa {

/// A document and its parties.
struct Source {
    Json document; ///< of sales.get or sales.credit_note
    Json sale;     ///< the invoice itself, or the one that a credit note corrects
    Json seller;
    Json buyer;
    Json sealed; ///< of sales.sealed
};

/// `asIssued`: with the parties sealed with the document; else with the current ones, which suits an invoice
/// that counts as not issued, or whose buyer was incomplete. Refuses with `invoice-incomplete:<field>` and
/// `currency-unsupported:<currency>`.
Source sourceOf(Call& call, const std::string& documentId, bool asIssued);

/// The invoice; the category of a line without a rate is its Natura.
einvoice::Invoice invoiceOf(const Source& source, const Json& settings, Date today);

/// The additional Italian data, without the number of the file.
Facts factsOf(const Source& source, const einvoice::Invoice& invoice, const Json& settings);

} // namespace svc::fatturapa

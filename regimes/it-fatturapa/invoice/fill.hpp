// Maps a sale or credit note to an invoice in the terms of EN 16931 and of FatturaPA.
#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"
#include "invoice/rules/invoice.hpp"

namespace svc::it_fatturapa {

/// The company or its partner.
struct Party {
    std::string name = {};
    std::optional<std::string> legalName = {};
    std::optional<std::string> country = {};
    std::optional<std::string> vatNumber = {};
    std::optional<std::string> registrationNumber = {};
    std::optional<std::string> peppolId = {};
    std::optional<std::string> phone = {};
    std::optional<std::string> email = {};
    std::optional<std::string> iban = {};
    std::optional<std::string> bic = {};
    calls::sales::SealedAddress address = {}; ///< its members are all optional
};

/// A document and its parties.
struct Source {
    calls::sales::Sale sale; ///< the invoice
    std::optional<calls::sales::CreditNoteOutput>
        note; ///< the document, when it is a credit note of the sale
    calls::sales::SealedOutput sealed;
    Party seller;
    std::optional<Party> buyer;
};

/// `asIssued`: with the parties sealed with the document; else with the current ones, which suits an invoice
/// that counts as not issued, or whose buyer was incomplete. Refuses with `invoice-incomplete:<field>` and
/// `currency-unsupported:<currency>`.
Source sourceOf(Call& call, const std::string& documentId, bool asIssued);

/// The invoice; the category of a line without a rate is its Natura.
einvoice::Invoice invoiceOf(const Source& source, const Json& settings);

/// The additional Italian data, without the number of the file.
Facts factsOf(const Source& source, const einvoice::Invoice& invoice, const Json& settings);

} // namespace svc::it_fatturapa

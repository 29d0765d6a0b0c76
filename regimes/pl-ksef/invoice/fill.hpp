#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"
#include "invoice/rules/invoice.hpp"

namespace svc::pl_ksef {

/// A sale or credit note with all data of its invoice.
struct Source {
    calls::sales::Sale sale = {};
    std::optional<calls::sales::CreditNoteOutput> note = {}; ///< the document, when it corrects the sale
    calls::sales::SealedOutput sealed = {};                  ///< the parties as they were at issue

    const std::string& number() const { return note ? note->number : sale.number; }
    Date date() const { return note ? note->date : sale.date; }
};
Source sourceOf(Call& call, const std::string& id);

/// Is it an invoice, or a correction of one, that goes to KSeF? Invoices to consumers do if the setting
/// `consumers` says so.
bool isConcerned(Call& call, const Source& source, const Json& settings);

/// Refuses with invoice-incomplete:<field>, currency-unsupported:<currency>, document-unsupported:prepayment,
/// rate-not-found:<from>:PLN. `corrected`: what a credit note corrects.
Invoice invoiceOf(Call& call, const Source& source, const Json& settings,
                  const std::optional<Corrected>& corrected);

} // namespace svc::pl_ksef

#pragma once

#include <optional>
#include <string>

#include <svc/call.hpp>

#include "invoice/rules/invoice.hpp"

namespace svc::ksef {

/// A sale or credit note with all data of its invoice.
struct Source {
    std::string id;
    bool isCorrection = false;
    Json document = {}; ///< the sale or the credit note
    Json sale = {};
    Json sealed = {}; ///< the parties as they were at issue

    std::string number() const { return document.textOr("number"); }
    Date date() const { return Date::parse(document.textOr("date")).value(); }
};
Source sourceOf(Call& call, const std::string& id);

/// Is it an invoice, or a correction of one, that goes to KSeF? Invoices to consumers do if the setting
/// `consumers` says so.
bool isConcerned(Call& call, const Source& source, const Json& settings);

/// Refuses with invoice-incomplete:<field>, currency-unsupported:<currency>, document-unsupported:prepayment,
/// rate-not-found:<from>:PLN. `corrected`: what a credit note corrects.
Invoice invoiceOf(Call& call, const Source& source, const Json& settings,
                  const std::optional<Corrected>& corrected);

} // namespace svc::ksef

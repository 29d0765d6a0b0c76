#pragma once

#include <string>

#include <svc/call.hpp>

#include "domain/invoice.hpp"

namespace svc::documents {

/// The invoice of a sale (the record of `sales.get`), with its seller and buyer as they are known now.
Invoice invoiceOf(Call& call, const Json& sale);

/// The credit note of a refund (the record of `sales.credit_note`).
Invoice creditNoteOf(Call& call, const Json& creditNote, const Json& sale);

/// A quote (the record of `quotes.get`) in the same terms.
Invoice quoteOf(Call& call, const Json& quote);

/// The language that the buyer reads, when it is one of ours.
std::optional<std::string> buyerLanguage(Call& call, const Json& document);

/// A country in or beside the European Union, where a PDF carries its invoice as data.
bool isEuropean(const std::optional<std::string>& country);

} // namespace svc::documents

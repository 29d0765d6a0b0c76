#pragma once

#include <bindings.hpp>

#include "document/rules/invoice.hpp"
#include "document/store.hpp"
#include "einvoice/formats.hpp"
#include "pdf/compose.hpp"

namespace svc::documents {

/// Refuses an invoice that cannot be a file of EN 16931: `currency-unsupported:<currency>` (more than two
/// decimals), `invoice-incomplete:<field>` for the first missing field.
void requireComplete(const Invoice& invoice, Profile profile);

/// The words of a document in a language, as the country of its seller uses it.
const Wording& wordingOf(const Invoice& document, std::string_view language);

using Syntax = api::InvoiceSyntax;

StoredFile writeXml(const Invoice& invoice, Syntax syntax, Profile profile);

/// Draws an invoice or credit note on sheets or on a roll. Embeds the invoice data if the buyer is European
/// and nothing is missing; other papers tell the net amounts and taxes as they were booked.
StoredFile writePdf(const Invoice& invoice, const std::string& language, const Look& look, bool roll);

/// Draws a document that is not an invoice.
StoredFile writePaper(const Paper& paper, const std::string& author);

} // namespace svc::documents

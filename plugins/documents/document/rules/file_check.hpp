#pragma once

#include <optional>
#include <vector>

#include "document/rules/invoice.hpp"
#include "einvoice/check.hpp"

namespace svc::documents {

/// The currency that keeps an invoice from being a file of EN 16931: amounts have at most two decimals there.
/// That of the document, else that of the books, in which the tax is told too.
std::optional<Currency> unsupportedCurrency(const Invoice& invoice);

/// All that keeps an invoice from being a file of the profile: its currency first, then the rules that it
/// breaks.
std::vector<Finding> checkFile(const Invoice& invoice, Profile profile);

} // namespace svc::documents

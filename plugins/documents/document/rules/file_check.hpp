#pragma once

#include <optional>
#include <vector>

#include "document/rules/invoice.hpp"
#include "einvoice/check.hpp"

namespace svc::documents {

/// The currency that prevents a file of EN 16931, where amounts have at most two decimals: that of the
/// document, else the accounting currency, in which the tax is stated too.
std::optional<Currency> unsupportedCurrency(const Invoice& invoice);

/// Everything that prevents the invoice from being a file of the profile: its currency first, then the rules
/// that it breaks.
std::vector<Finding> checkFile(const Invoice& invoice, Profile profile);

} // namespace svc::documents

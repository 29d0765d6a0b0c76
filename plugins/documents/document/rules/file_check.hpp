#pragma once

#include <optional>
#include <vector>

#include "document/rules/invoice.hpp"
#include "einvoice/check.hpp"

namespace svc::documents {

/// Does the currency of the document prevent a file of EN 16931, where amounts have at most two decimals? The
/// currency of the books does not: the tax that is stated in it is rounded.
bool hasUnsupportedCurrency(const Invoice& invoice);

/// Everything that prevents the invoice from being a file of the profile: its currency first, then the rules
/// that it breaks.
std::vector<Finding> checkFile(const Invoice& invoice, Profile profile);

} // namespace svc::documents

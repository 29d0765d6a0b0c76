#pragma once

#include <optional>
#include <string>

#include <svc/json.hpp>

#include "einvoice/invoice.hpp"

namespace svc::receiving {

/// The body of POST /purchases for the invoice: prices without tax, charges and discounts of the document as
/// lines of their own. Where quantity × price is not the amount that the seller charges, the line has the
/// quantity 1. A day of issue after `today` becomes `today`.
Json purchaseBody(const einvoice::Invoice& invoice, const std::string& partnerId, Date today);

/// The body of POST /expenses: the whole amount paid from one wallet. Nothing when the invoice has more than
/// one rate of tax, which an expense has no room for.
std::optional<Json> expenseBody(const einvoice::Invoice& invoice, const std::optional<std::string>& partnerId,
                                Date today);

} // namespace svc::receiving

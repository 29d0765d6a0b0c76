#pragma once

#include <optional>
#include <string>

#include <svc/json.hpp>

#include "einvoice/invoice.hpp"

namespace svc::receiving {

/// The body of POST /purchases for the invoice: prices without tax; charges and discounts of the document as
/// lines of their own. If quantity × price is not the seller's amount, the line has quantity 1. The seller's
/// rounding, and a difference of tax to the purchase's computation, become a line outside the scope of VAT,
/// so that the totals are equal. Dated `wanted`, else as the invoice; an issue date after `today` becomes
/// `today`. Nothing when the invoice has neither lines nor a rate that gives its tax.
std::optional<Json> purchaseBody(const einvoice::Invoice& invoice, const std::string& partnerId, Date today,
                                 const std::optional<Date>& wanted = std::nullopt);

/// The body of POST /expenses, with the tax of the invoice in minor units: the whole amount paid from one
/// wallet. Nothing when the invoice has more than one tax rate, which an expense cannot hold.
std::optional<Json> expenseBody(const einvoice::Invoice& invoice, const std::optional<std::string>& partnerId,
                                Date today, const std::optional<Date>& wanted = std::nullopt);

} // namespace svc::receiving

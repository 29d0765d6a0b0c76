#pragma once

#include <optional>
#include <string>

#include <svc/json.hpp>

#include "einvoice/invoice.hpp"

namespace svc::receiving {

/// The body of POST /purchases for the invoice: prices without tax, charges and discounts of the document as
/// lines of their own. Where quantity × price is not the amount that the seller charges, the line has the
/// quantity 1. What the seller rounds, or taxes by another cent than a purchase does, is a line outside of
/// any tax, so that the totals are the same. Dated `wanted`, else as the invoice; a day of issue after
/// `today` becomes `today`. Nothing when the invoice tells neither lines nor a rate that gives its tax.
std::optional<Json> purchaseBody(const einvoice::Invoice& invoice, const std::string& partnerId, Date today,
                                 const std::optional<Date>& wanted = std::nullopt);

/// The body of POST /expenses, with the tax of the invoice in minor units: the whole amount paid from one
/// wallet. Nothing when the invoice has more than one rate of tax, which an expense has no room for.
std::optional<Json> expenseBody(const einvoice::Invoice& invoice, const std::optional<std::string>& partnerId,
                                Date today, const std::optional<Date>& wanted = std::nullopt);

} // namespace svc::receiving

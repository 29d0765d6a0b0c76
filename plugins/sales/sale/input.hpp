#pragma once

#include "bindings.hpp"

namespace svc::sales {

/// The body of POST /sales in the input of a command, where the host has not looked at it.
api::SaleCreate saleIn(const Json& input);

/// The rules on fields that the contract cannot say: a line has an item or a label, a free line a price, one
/// discount, a category of zero no rate; payments have amounts.
void checkFields(const api::SaleCreate& body);
/// Of one payment, alone or with a new sale.
void checkFields(const api::SalePaymentCreate& payment);

/// Refuses amounts with more decimals than the currency of the sale has.
void checkAmounts(const api::SaleCreate& body, Currency currency);

/// The payments that come with a new sale.
const std::vector<api::SalePaymentCreate>& paymentsOf(const api::SaleCreate& body);

} // namespace svc::sales

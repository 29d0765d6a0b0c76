#pragma once

#include "bindings.hpp"

namespace svc::sales {

/// The body of POST /sales in the input of a command, which the host has not validated.
api::SaleCreate saleIn(const Json& input);

/// The rules on fields that the contract cannot express: a line has an item or a label, a free line a price,
/// one kind of discount, a zero-tax category no rate; payments have amounts.
void checkFields(const api::SaleCreate& body);
/// The same for one payment, sent alone or with a new sale.
void checkFields(const api::SalePaymentCreate& payment);

/// Refuses amounts with more decimals than the currency of the sale has.
void checkAmounts(const api::SaleCreate& body, Currency currency);

/// The payments sent with a new sale.
const std::vector<api::SalePaymentCreate>& paymentsOf(const api::SaleCreate& body);

} // namespace svc::sales

#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/document_input.hpp>
#include <svc/json.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// A payment as the body of a sale or of POST …/payments gives it.
struct PaymentInput : svc::PaymentInput {
    std::optional<Decimal> tendered; ///< what the customer handed over, major units
};

/// The body of POST /sales as it stands: nothing is looked up, amounts are major units.
struct SaleInput {
    std::optional<std::string> businessUnitId;
    std::optional<std::string> partnerId;
    std::optional<Date> date;
    std::optional<Date> dueDate;
    std::optional<std::string> channel;
    std::optional<Currency> currency;
    std::optional<Decimal> exchangeRate;
    std::optional<bool> pricesIncludeTax;
    std::vector<LineInput> lines;
    std::optional<Decimal> discountPercent;
    std::optional<Decimal> discountAmount;
    bool paidInFull = false;
    std::optional<std::string> walletId;
    std::optional<std::string> method;
    std::vector<PaymentInput> payments;
    std::optional<bool> deliverLater;
    std::optional<std::string> locationId;
    std::optional<std::string> purchaseOrderRef;
    std::optional<std::string> externalId;
    std::optional<std::string> correctsSaleId;
    bool prepayment = false;
    std::optional<std::string> note;

    bool hasPayments() const { return paidInFull || !payments.empty(); }
};

/// Reads a body that fits the contract, and applies the rules on fields that the contract cannot say: a line
/// has an item or a label, a free line a price, one discount, a category of zero no rate.
SaleInput readSaleInput(const Json& body);

/// `path` is the prefix of the field names in refusals: `payments[0].` or nothing.
PaymentInput readSalePayment(const Json& body, const std::string& path = {});

/// Refuses amounts with more decimals than the currency of the sale has.
void checkAmounts(const SaleInput& input, Currency currency);

} // namespace svc::sales

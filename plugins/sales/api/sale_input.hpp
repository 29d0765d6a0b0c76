#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/json.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// A payment as the body of a sale or of POST …/payments gives it. Amounts are major units.
struct PaymentInput {
    Decimal amount;
    std::optional<std::string> walletId;
    std::optional<std::string> method;
    std::optional<Date> date;
    std::optional<std::string> reference;
    std::optional<std::string> note;
    std::optional<Decimal> tendered;
    std::optional<Decimal> walletAmount;
};

struct LineInput {
    std::optional<std::string> itemId;
    std::optional<std::string> label;
    std::optional<std::string> description;
    Decimal quantity;
    std::optional<std::string> unit;
    std::optional<Decimal> unitPrice;
    std::optional<Decimal> discountPercent;
    std::optional<Decimal> discountAmount;
    std::optional<bool> service;
    std::optional<std::string> taxCategory;
    std::optional<Decimal> taxRate;
    std::optional<std::string> taxExemptionReason;
    std::optional<std::string> lotNumber;
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
PaymentInput readPaymentInput(const Json& body, const std::string& path);

/// Refuses amounts with more decimals than the currency of the sale has.
void checkAmounts(const SaleInput& input, Currency currency);

} // namespace svc::sales

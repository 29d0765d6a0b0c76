#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/json.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

/// The body of POST …/payments. Amounts are major units.
struct PaymentInput {
    Decimal amount;
    std::optional<std::string> walletId;
    std::optional<std::string> method;
    std::optional<Date> date;
    std::optional<std::string> reference;
    std::optional<std::string> note;
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
    std::optional<Date> expiresOn;
};

/// The body of POST /purchases as it stands: nothing is looked up, amounts are major units.
struct PurchaseInput {
    std::string partnerId;
    std::vector<LineInput> lines;
    std::optional<std::string> businessUnitId;
    std::optional<std::string> supplierReference;
    std::optional<Date> date;
    std::optional<Date> expectedAt;
    std::optional<Date> dueDate;
    std::optional<Currency> currency;
    std::optional<Decimal> exchangeRate;
    std::optional<bool> pricesIncludeTax;
    std::optional<Decimal> discountPercent;
    std::optional<Decimal> discountAmount;
    bool receiveNow = false;
    std::optional<std::string> locationId;
    bool paidInFull = false;
    std::optional<std::string> walletId;
    std::optional<std::string> method;
    std::optional<std::string> note;
};

struct ReceiptLineInput {
    std::string lineId;
    std::optional<Decimal> quantity; ///< none: all that remains
    std::optional<Decimal> unitCost;
    std::optional<std::string> lotNumber;
    std::optional<Date> expiresOn;
};

/// The body of POST …/receipts; without lines all that remains comes in.
struct ReceiptInput {
    std::optional<Date> date;
    std::optional<std::string> locationId;
    std::vector<ReceiptLineInput> lines;
    std::optional<std::string> note;
};

/// These read bodies that fit the contract, and apply the rules on fields that the contract cannot say.
PurchaseInput readPurchaseInput(const Json& body);
ReceiptInput readReceiptInput(const Json& body);
PaymentInput readPaymentInput(const Json& body);

/// Refuses amounts with more decimals than the currency of the purchase has.
void checkAmounts(const PurchaseInput& input, Currency currency);

std::optional<Date> dateOf(const Json& body, std::string_view name, const std::string& path = {});

} // namespace svc::purchases

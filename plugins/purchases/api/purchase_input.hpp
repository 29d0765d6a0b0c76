#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/document_input.hpp>
#include <svc/json.hpp>

#include "domain/purchase.hpp"

namespace svc::purchases {

struct LineInput : svc::LineInput {
    std::optional<Date> expiresOn; ///< of the lot
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

/// Refuses amounts with more decimals than the currency of the purchase has.
void checkAmounts(const PurchaseInput& input, Currency currency);

} // namespace svc::purchases

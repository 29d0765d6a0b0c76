#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/currency.hpp>
#include <svc/date.hpp>
#include <svc/decimal.hpp>
#include <svc/id.hpp>

namespace svc::purchases {

/// Net and tax of a line or of a part of it, in the currency of the purchase and in that of the company.
struct LineShare {
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::int64_t netBase = 0;
    std::int64_t taxBase = 0;

    bool operator==(const LineShare&) const = default;
};

/// One line of a purchase. Amounts are minor units of the currency of the purchase, those that end in Base of
/// the company.
struct PurchaseLine {
    Uuid id;
    std::optional<Uuid> itemId;
    std::string label;
    std::optional<std::string> description;
    Decimal quantity; ///< below zero for what the supplier takes back on a free line
    std::string unit;
    Decimal unitPrice; ///< minor units, at most 4 decimals
    std::optional<Decimal> discountPercent;
    std::int64_t discountAmount = 0; ///< the line's own discount, without its share of that of the document
    bool service = false;
    bool stocked = false;    ///< moves stock
    bool lotTracked = false; ///< needs a lot number when it is received
    std::string taxCategory;
    Decimal taxRate;
    std::optional<std::string> taxExemptionReason;
    std::optional<std::string> lotNumber;
    std::optional<Date> expiresOn;
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::int64_t total = 0;
    std::int64_t netBase = 0;
    std::int64_t taxBase = 0;
    Decimal quantityReceived;

    Decimal remaining() const { return quantity - quantityReceived; }
};

/// A part of a line that came in.
struct ReceiptLine {
    Uuid lineId;
    std::optional<Uuid> itemId;
    Decimal quantity;
    Decimal unitCost; ///< minor units of the currency of the purchase, at most 4 decimals
    std::optional<std::string> lotNumber;
    std::optional<Date> expiresOn;
};

struct Receipt {
    Uuid id;
    std::string number;
    Date date;
    std::optional<Uuid> locationId;
    bool complete = false; ///< nothing was left afterwards
    std::optional<std::string> note;
    std::vector<ReceiptLine> lines;
    Instant createdAt;
};

/// Money paid to the supplier.
struct Payment {
    Uuid id;
    std::int64_t amount = 0;
    std::int64_t amountBase = 0; ///< what it takes off the debt, at the rate of the purchase
    Currency currency;
    std::string method;
    std::string origin = "purchase";
    Uuid walletId;
    std::int64_t walletAmount = 0;
    Currency walletCurrency;
    Uuid transactionId;
    Date date;
    std::optional<std::string> reference;
    std::optional<std::string> note;
    std::string status = "paid"; ///< paid or voided
    Instant createdAt;
};

/// The tax of the document for one category and rate (API definitions 1.4).
struct PurchaseTax {
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

struct Cancellation {
    Instant at;
    std::optional<std::string> reason;
};

struct Purchase {
    Uuid id;
    std::string number;
    std::string status = "ordered";
    std::string receiptStatus = "pending";
    std::string paymentStatus = "unpaid";
    std::optional<std::string> supplierReference;
    Uuid businessUnitId;
    Uuid partnerId;
    std::string partnerName;
    Date date;
    std::optional<Date> expectedAt;
    std::optional<Date> dueDate;
    Currency currency;
    Decimal exchangeRate = Decimal(1);
    bool pricesIncludeTax = true;
    std::optional<Decimal> discountPercent;
    std::optional<std::int64_t> discountAmount;
    std::int64_t subtotal = 0;
    std::int64_t discountTotal = 0;
    std::int64_t taxTotal = 0;
    std::int64_t total = 0;
    std::int64_t paid = 0;
    std::int64_t subtotalBase = 0;
    std::int64_t taxBase = 0;
    std::int64_t totalBase = 0;
    std::int64_t paidBase = 0;
    std::int64_t receivedBase = 0; ///< what is posted as owed for goods and services received
    std::vector<PurchaseTax> taxes;
    std::vector<PurchaseLine> lines;
    std::vector<Receipt> receipts;
    std::vector<Payment> payments;
    std::optional<Uuid> locationId;
    std::optional<std::string> note;
    std::optional<Cancellation> cancellation;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;

    /// What is still to be paid; nothing of a cancelled order.
    std::int64_t balance() const { return status == "cancelled" ? 0 : total - paid; }
};

} // namespace svc::purchases

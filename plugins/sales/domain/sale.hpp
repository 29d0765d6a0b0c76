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

namespace svc::sales {

/// One line of a sale. Amounts are minor units of the currency of the sale, those that end in Base of the
/// company.
struct SaleLine {
    Uuid id;
    std::optional<Uuid> itemId;
    std::string label;
    std::optional<std::string> description;
    Decimal quantity;
    std::string unit;
    Decimal unitPrice; ///< minor units, at most 4 decimals
    std::optional<Decimal> discountPercent;
    std::int64_t discountAmount = 0; ///< the line's own discount, without its share of that of the document
    bool service = false;
    bool stocked = false; ///< moves stock
    std::string taxCategory;
    Decimal taxRate;
    std::optional<std::string> taxExemptionReason;
    std::optional<std::string> lotNumber;
    std::optional<std::string> sku;     ///< of the item when it was sold
    std::optional<std::string> barcode; ///< of the item when it was sold
    std::int64_t net = 0;
    std::int64_t tax = 0;
    std::int64_t total = 0;
    std::int64_t netBase = 0;
    std::int64_t taxBase = 0;
    Decimal quantityDelivered;
    Decimal quantityRefunded;  ///< has the sign of the quantity
    Decimal quantityReturned;  ///< of what was delivered
    Decimal quantityCancelled; ///< refunded before it was delivered
    std::int64_t credited = 0; ///< gross
    std::int64_t creditedTax = 0;
    std::int64_t creditedNetBase = 0;
    std::int64_t creditedTaxBase = 0;

    /// Goods with a positive quantity are handed over; services and what is taken back are not.
    bool toDeliver() const { return !service && quantity.sign() > 0; }
    /// What is still to hand over.
    Decimal remaining() const {
        return quantity.sign() > 0 ? quantity - quantityDelivered - quantityCancelled : Decimal();
    }
};

/// Money received for a sale.
struct Payment {
    Uuid id;
    std::int64_t amount = 0;
    std::int64_t amountBase = 0; ///< what it takes off the receivable, at the rate of the sale
    Currency currency;
    std::string method;
    std::string origin = "sale";
    std::optional<std::string> provider; ///< of a payment link or mobile money
    Uuid walletId;
    std::int64_t walletAmount = 0;
    Currency walletCurrency;
    Uuid transactionId;
    Date date;
    std::optional<std::string> reference;
    std::optional<std::string> note;
    std::optional<std::int64_t> tendered;
    std::int64_t change = 0;
    std::string status = "received";
    Instant createdAt;
};

/// Goods handed over. What was delivered at the counter together with the sale has none.
struct Delivery {
    struct Line {
        Uuid lineId;
        Decimal quantity;
    };
    Uuid id;
    std::string number;
    Date date;
    std::optional<Uuid> locationId;
    std::optional<std::string> carrier;
    std::optional<std::string> trackingNumber;
    std::optional<std::string> note;
    std::vector<Line> lines;
    Instant createdAt;
};

/// A credit note and, when money went back, the movement. Amounts are in the currency of the sale.
struct Refund {
    struct Line {
        Uuid lineId;
        Decimal quantity;
        std::int64_t amount = 0;
    };
    Uuid id;
    std::string kind; ///< money or credit
    std::int64_t amount = 0;
    std::int64_t moneyReturned = 0;
    std::int64_t moneyBase = 0; ///< what it puts back on the receivable, at the rate of the sale
    Currency currency;
    std::optional<std::string> method;
    std::optional<Uuid> walletId;
    std::optional<std::int64_t> walletAmount;
    std::optional<Currency> walletCurrency;
    std::optional<Uuid> transactionId;
    Date date;
    std::optional<std::string> reason;
    bool restocked = false;
    std::vector<Line> lines; ///< those that were named
    Uuid creditNoteId;
    std::string creditNoteNumber;
    std::int64_t creditNoteTax = 0;
    Instant createdAt;
};

/// The tax of the document for one category and rate (API definitions 1.4).
struct SaleTax {
    std::string taxCategory;
    Decimal taxRate;
    std::int64_t net = 0;
    std::int64_t tax = 0;
};

struct Cancellation {
    Instant at;
    std::optional<std::string> reason;
    std::string creditNoteNumber;
    std::optional<Uuid> creditNoteId;
};

/// Where the goods of a sale are: nothing moves, left at creation, or kept back until the deliveries.
enum class StockMode { None = 1, Issued, Reserved };

struct Sale {
    Uuid id;
    std::string number;
    std::string kind;
    std::string status = "active";
    std::string paymentStatus;
    std::string deliveryStatus;
    std::string fiscalStatus = "none";
    std::string channel;
    std::optional<std::string> externalId;
    Uuid businessUnitId;
    std::optional<Uuid> partnerId;
    std::string partnerName;
    Date date;
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
    std::int64_t refunded = 0;
    std::int64_t credited = 0;
    std::int64_t subtotalBase = 0;
    std::int64_t taxBase = 0;
    std::int64_t totalBase = 0;
    std::int64_t paidBase = 0;
    std::int64_t refundedBase = 0;
    std::int64_t creditedBase = 0;
    std::vector<SaleTax> taxes;
    std::vector<SaleLine> lines;
    std::vector<Payment> payments;
    std::vector<Refund> refunds;
    std::vector<Delivery> deliveries;
    StockMode stockMode = StockMode::None;
    std::optional<Uuid> locationId;
    std::optional<Uuid> quoteId;
    std::optional<Uuid> recurringId;
    std::optional<Uuid> correctsId; ///< the sale in whose place this one stands
    bool prepayment = false;        ///< asks for a payment in advance
    std::optional<std::string> purchaseOrderRef;
    std::optional<std::string> note;
    std::string paymentReference;
    std::optional<Cancellation> cancellation;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    std::optional<std::string> createdByKind;
    std::optional<Uuid> createdById;

    std::int64_t balance() const { return total - credited - (paid - refunded); }
    /// Money held: received and not returned.
    std::int64_t held() const { return paid - refunded; }
    /// What it adds to the claims in the currency of the company.
    std::int64_t receivableBase() const { return totalBase - creditedBase - (paidBase - refundedBase); }
};

} // namespace svc::sales

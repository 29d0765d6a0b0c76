#pragma once

#include <records.hpp>

#include "trade/payments.hpp"

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
struct PurchaseLine : api::PurchaseLine {
    bool stocked = false;    ///< moves stock
    bool lotTracked = false; ///< needs a lot number when it is received
    std::int64_t netBase = 0;
    std::int64_t taxBase = 0;

    Decimal remaining() const { return quantity - quantityReceived; }
};

/// The received part of a line.
using ReceiptLine = api::PurchaseReceiptLine;
using Receipt = api::PurchaseReceipt;

/// Money paid to the supplier.
struct Payment : api::PurchasePayment {
    Payment() { status = api::PurchasePaymentState::Paid; }

    std::int64_t amountBase = 0; ///< part of the payable that it settles, at the rate of the purchase
    std::string origin = "purchase";
};

struct Purchase {
    PurchaseId id;
    std::string number;
    api::PurchaseStatus status = api::PurchaseStatus::Ordered;
    api::PurchaseReceiptStatus receiptStatus = api::PurchaseReceiptStatus::Pending;
    api::PurchasePaymentStatus paymentStatus = api::PurchasePaymentStatus::Unpaid;
    std::optional<std::string> supplierReference;
    BusinessUnitId businessUnitId;
    PartnerId partnerId;
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
    std::int64_t receivedBase = 0; ///< payable posted for received goods and services
    std::vector<api::PurchaseTax> taxes;
    std::vector<PurchaseLine> lines;
    std::vector<Receipt> receipts;
    std::vector<Payment> payments;
    std::optional<LocationId> locationId;
    std::optional<std::string> note;
    std::optional<Instant> cancelledAt;
    std::optional<std::string> cancelReason;
    std::int64_t version = 1;
    Instant createdAt;
    Instant updatedAt;
    Actor createdBy;

    bool isCancelled() const { return status == api::PurchaseStatus::Cancelled; }
    /// The amount to be paid; zero for a cancelled order.
    std::int64_t balance() const { return isCancelled() ? 0 : total - paid; }
    trade::OpenDocument debt() const {
        return {total, totalBase, paid, paidBase, balance(), totalBase - paidBase};
    }
};

} // namespace svc::purchases

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

/// A purchase with the members that the API does not show. Its own lines, receipts and payments hide those of
/// api::Purchase, because they have more members here; `balance` and `overdue` are set when it is shown.
struct Purchase : api::Purchase {
    Purchase() {
        status = api::PurchaseStatus::Ordered;
        receiptStatus = api::PurchaseReceiptStatus::Pending;
        paymentStatus = api::PurchasePaymentStatus::Unpaid;
        exchangeRate = Decimal(1);
        pricesIncludeTax = true;
        version = 1;
    }

    std::int64_t subtotalBase = 0;
    std::int64_t taxBase = 0;
    std::int64_t paidBase = 0;
    std::int64_t receivedBase = 0; ///< payable posted for received goods and services
    std::vector<PurchaseLine> lines{};
    std::vector<Receipt> receipts{};
    std::vector<Payment> payments{};

    bool isCancelled() const { return status == api::PurchaseStatus::Cancelled; }
    /// The amount to be paid; zero for a cancelled order.
    std::int64_t balance() const { return isCancelled() ? 0 : total - paid; }
    trade::OpenDocument debt() const {
        return {total, totalBase, paid, paidBase, balance(), totalBase - paidBase};
    }
    /// A label that needs no language.
    std::string label() const { return number + ' ' + partner.name; }
};

} // namespace svc::purchases

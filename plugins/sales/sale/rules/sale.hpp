#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <records.hpp>

#include "trade/payments.hpp"

namespace svc::sales {

/// A line with the members that the API does not show. Amounts are minor units of the currency of the sale;
/// members ending in Base are in that of the company.
struct SaleLine : api::SaleLine {
    bool stocked = false;                 ///< moves stock
    std::optional<std::string> sku{};     ///< of the item when it was sold
    std::optional<std::string> barcode{}; ///< of the item when it was sold
    std::int64_t netBase = 0;
    std::int64_t taxBase = 0;
    Decimal quantityReturned{};  ///< of the delivered quantity
    Decimal quantityCancelled{}; ///< refunded before it was delivered
    std::int64_t credited = 0;   ///< gross
    std::int64_t creditedTax = 0;
    std::int64_t creditedNetBase = 0;
    std::int64_t creditedTaxBase = 0;
    SaleId saleId{};           ///< set where it is written
    std::int64_t position = 0; ///< from 0; set where it is written

    /// Goods with a positive quantity are delivered; services and returned goods are not.
    bool toDeliver() const { return !service && quantity.sign() > 0; }
    /// The quantity still to deliver.
    Decimal remaining() const {
        return quantity.sign() > 0 ? quantity - quantityDelivered - quantityCancelled : Decimal();
    }
};

/// Money received for a sale; the sale in short is set where it is recorded.
struct Payment : api::SalePaymentAnswer {
    Payment() { status = api::SalePaymentState::Received; }

    std::int64_t amountBase = 0; ///< part of the receivable that it settles, at the rate of the sale
    api::PaymentOrigin origin = api::PaymentOrigin::Sale;
    std::optional<std::string> provider{}; ///< of a payment link or mobile money
    Actor createdBy{};
};

/// A delivery of goods; the status of the sale is set where it is recorded. Goods delivered at the counter
/// together with the sale have no such record.
struct Delivery : api::SaleDeliveryAnswer {
    Actor createdBy{};
};

/// A credit note and, when money went back, the movement; the sale in short is set where it is recorded.
/// Amounts are in the currency of the sale.
struct Refund : api::SaleRefundAnswer {
    std::int64_t moneyBase = 0; ///< part of the receivable that it reopens, at the rate of the sale
    Actor createdBy{};
};

/// The tax of the document for one category and rate (API definitions 1.4).
using SaleTax = api::SaleTax;

/// How a sale moves stock: not at all, issued at creation, or reserved until the deliveries.
enum class StockMode { None = 1, Issued, Reserved };

/// A sale with the members that the API does not show. Its own lines, payments and refunds extend those of
/// api::Sale and hide them; `balance`, `overdue` and `publicUrl` are set only for display.
struct Sale : api::Sale {
    Sale() {
        kind = api::SaleKind::Invoice;
        status = api::SaleStatus::Active;
        paymentStatus = api::SalePaymentStatus::Unpaid;
        deliveryStatus = api::SaleDeliveryStatus::None;
        fiscalStatus = api::SaleFiscalStatus::None;
        channel = api::SaleChannel::Api;
        exchangeRate = Decimal(1);
        pricesIncludeTax = true;
        version = 1;
    }

    std::int64_t subtotalBase = 0;
    std::int64_t taxBase = 0;
    std::int64_t paidBase = 0;
    std::int64_t refundedBase = 0;
    std::int64_t creditedBase = 0;
    std::vector<SaleLine> lines{};
    std::vector<Payment> payments{};
    std::vector<Refund> refunds{};
    std::vector<Delivery> deliveries{};
    StockMode stockMode = StockMode::None;

    std::int64_t balance() const { return total - credited - (paid - refunded); }
    /// Money held: received and not paid back.
    std::int64_t held() const { return paid - refunded; }
    /// The open receivable in the currency of the company.
    std::int64_t receivableBase() const { return totalBase - creditedBase - (paidBase - refundedBase); }
    trade::OpenDocument claim() const {
        return {total, totalBase, held(), paidBase - refundedBase, balance(), receivableBase()};
    }
};

/// The number of a document and the name of its partner: a label that needs no language.
inline std::string labelOf(const std::string& number, const std::optional<api::SalePartner>& partner) {
    return partner ? number + ' ' + partner->name : number;
}

} // namespace svc::sales

#pragma once

#include <svc/columns.hpp>

#include "purchase/rules/purchase.hpp"

namespace svc {

/// Of the supplier a purchase keeps the name; its identifier stands in a column of its own.
template <>
struct ColumnForm<purchases::api::PurchasePartner> {
    static constexpr std::string_view Type = "text";
    static Param write(const purchases::api::PurchasePartner& partner) { return partner.name; }
    static void read(const Row& row, std::uint32_t column, purchases::api::PurchasePartner& to) {
        to.name = row.text(column);
    }
};

} // namespace svc

namespace svc::purchases {

// The parts of a purchase with the additional columns of their rows: owner, position, creator.
struct LineRow : PurchaseLine {
    PurchaseId purchaseId{};
    std::int64_t position = 0;
};
struct ReceiptRow : Receipt {
    PurchaseId purchaseId{};
    Actor createdBy{};
};
struct ReceiptLineRow : ReceiptLine {
    ReceiptId receiptId{};
    std::int64_t position = 0;
};
struct PaymentRow : Payment {
    PurchaseId purchaseId{};
    Actor createdBy{};
};

/// Columns for members that a record inherits.
template <class Record>
struct ColumnsOf {
    template <class Base, class Value>
    constexpr Column<Record, Value, false> operator()(std::string_view name, Value Base::*member) const {
        return {name, member};
    }
};
constexpr ColumnsOf<Purchase> ofPurchase;
constexpr ColumnsOf<LineRow> ofLine;
constexpr ColumnsOf<ReceiptRow> ofReceipt;
constexpr ColumnsOf<ReceiptLineRow> ofReceiptLine;
constexpr ColumnsOf<PaymentRow> ofPayment;

// The cancellation and the parts of a purchase stand beside.
inline const Table Purchases(
    "purchases.purchase", Column<Purchase, PurchaseId, true>{"id", &Purchase::id},
    ofPurchase("number", &Purchase::number), ofPurchase("status", &Purchase::status),
    ofPurchase("receipt_status", &Purchase::receiptStatus),
    ofPurchase("payment_status", &Purchase::paymentStatus),
    ofPurchase("supplier_reference", &Purchase::supplierReference),
    ofPurchase("business_unit_id", &Purchase::businessUnitId), ofPurchase("partner_id", &Purchase::partnerId),
    ofPurchase("partner_name", &Purchase::partner), ofPurchase("date", &Purchase::date),
    ofPurchase("expected_at", &Purchase::expectedAt), ofPurchase("due_date", &Purchase::dueDate),
    ofPurchase("currency", &Purchase::currency), ofPurchase("exchange_rate", &Purchase::exchangeRate),
    ofPurchase("prices_include_tax", &Purchase::pricesIncludeTax),
    ofPurchase("discount_percent", &Purchase::discountPercent),
    ofPurchase("discount_amount", &Purchase::discountAmount), ofPurchase("subtotal", &Purchase::subtotal),
    ofPurchase("discount_total", &Purchase::discountTotal), ofPurchase("tax_total", &Purchase::taxTotal),
    ofPurchase("total", &Purchase::total), ofPurchase("paid", &Purchase::paid),
    column("subtotal_base", &Purchase::subtotalBase), column("tax_base", &Purchase::taxBase),
    ofPurchase("total_base", &Purchase::totalBase), column("paid_base", &Purchase::paidBase),
    column("received_base", &Purchase::receivedBase), ofPurchase("taxes", &Purchase::taxes),
    ofPurchase("location_id", &Purchase::locationId), ofPurchase("note", &Purchase::note),
    ofPurchase("version", &Purchase::version), ofPurchase("created_at", &Purchase::createdAt),
    ofPurchase("updated_at", &Purchase::updatedAt),
    ActorColumns<Purchase>{"created_by", &Purchase::createdBy});

inline const Table Cancellations("purchases.purchase",
                                 columnWrittenOnce("cancelled_at", &api::PurchaseCancellation::at),
                                 column("cancel_reason", &api::PurchaseCancellation::reason));

inline const Table
    Lines("purchases.line",
          derivedColumnWrittenOnce<LineRow, PurchaseId>("purchase_id",
                                                        [](const LineRow& line) { return line.purchaseId; }),
          derivedColumn<LineRow, std::int64_t>("position", [](const LineRow& line) { return line.position; }),
          ofLine("id", &LineRow::id), ofLine("item_id", &LineRow::itemId), ofLine("label", &LineRow::label),
          ofLine("description", &LineRow::description), ofLine("quantity", &LineRow::quantity),
          ofLine("unit", &LineRow::unit), ofLine("unit_price", &LineRow::unitPrice),
          ofLine("discount_percent", &LineRow::discountPercent),
          ofLine("discount_amount", &LineRow::discountAmount), ofLine("service", &LineRow::service),
          ofLine("stocked", &LineRow::stocked), ofLine("lot_tracked", &LineRow::lotTracked),
          ofLine("tax_category", &LineRow::taxCategory), ofLine("tax_rate", &LineRow::taxRate),
          ofLine("tax_exemption_reason", &LineRow::taxExemptionReason),
          ofLine("lot_number", &LineRow::lotNumber), ofLine("expires_on", &LineRow::expiresOn),
          ofLine("net", &LineRow::net), ofLine("tax", &LineRow::tax), ofLine("total", &LineRow::total),
          ofLine("net_base", &LineRow::netBase), ofLine("tax_base", &LineRow::taxBase),
          ofLine("quantity_received", &LineRow::quantityReceived));

inline const Table Receipts(
    "purchases.receipt", Column<ReceiptRow, ReceiptId, true>{"id", &ReceiptRow::id},
    derivedColumn<ReceiptRow, PurchaseId>("purchase_id",
                                          [](const ReceiptRow& receipt) { return receipt.purchaseId; }),
    ofReceipt("number", &ReceiptRow::number), ofReceipt("date", &ReceiptRow::date),
    ofReceipt("location_id", &ReceiptRow::locationId), ofReceipt("complete", &ReceiptRow::complete),
    ofReceipt("note", &ReceiptRow::note), ofReceipt("created_at", &ReceiptRow::createdAt),
    actorColumns("created_by", &ReceiptRow::createdBy));

inline const Table ReceiptLines("purchases.receipt_line",
                                derivedColumnWrittenOnce<ReceiptLineRow, ReceiptId>(
                                    "receipt_id", [](const ReceiptLineRow& line) { return line.receiptId; }),
                                derivedColumn<ReceiptLineRow, std::int64_t>("position",
                                                                            [](const ReceiptLineRow& line) {
                                                                                return line.position;
                                                                            }),
                                ofReceiptLine("line_id", &ReceiptLineRow::lineId),
                                ofReceiptLine("item_id", &ReceiptLineRow::itemId),
                                ofReceiptLine("quantity", &ReceiptLineRow::quantity),
                                ofReceiptLine("unit_cost", &ReceiptLineRow::unitCost),
                                ofReceiptLine("lot_number", &ReceiptLineRow::lotNumber),
                                ofReceiptLine("expires_on", &ReceiptLineRow::expiresOn));

inline const Table Payments(
    "purchases.payment", Column<PaymentRow, PaymentId, true>{"id", &PaymentRow::id},
    derivedColumn<PaymentRow, PurchaseId>("purchase_id",
                                          [](const PaymentRow& payment) { return payment.purchaseId; }),
    ofPayment("amount", &PaymentRow::amount), ofPayment("amount_base", &PaymentRow::amountBase),
    ofPayment("currency", &PaymentRow::currency), ofPayment("method", &PaymentRow::method),
    ofPayment("origin", &PaymentRow::origin), ofPayment("wallet_id", &PaymentRow::walletId),
    ofPayment("wallet_amount", &PaymentRow::walletAmount),
    ofPayment("wallet_currency", &PaymentRow::walletCurrency),
    ofPayment("transaction_id", &PaymentRow::transactionId), ofPayment("date", &PaymentRow::date),
    ofPayment("reference", &PaymentRow::reference), ofPayment("note", &PaymentRow::note),
    ofPayment("status", &PaymentRow::status), ofPayment("created_at", &PaymentRow::createdAt),
    actorColumns("created_by", &PaymentRow::createdBy));

} // namespace svc::purchases

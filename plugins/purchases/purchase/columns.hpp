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

// The cancellation and the parts of a purchase stand beside.
inline const Table Purchases(
    "purchases.purchase", columnWrittenOnce<Purchase>("id", &Purchase::id),
    column("number", &Purchase::number), column("status", &Purchase::status),
    column("receipt_status", &Purchase::receiptStatus), column("payment_status", &Purchase::paymentStatus),
    column("supplier_reference", &Purchase::supplierReference),
    column("business_unit_id", &Purchase::businessUnitId), column("partner_id", &Purchase::partnerId),
    column("partner_name", &Purchase::partner), column("date", &Purchase::date),
    column("expected_at", &Purchase::expectedAt), column("due_date", &Purchase::dueDate),
    column("currency", &Purchase::currency), column("exchange_rate", &Purchase::exchangeRate),
    column("prices_include_tax", &Purchase::pricesIncludeTax),
    column("discount_percent", &Purchase::discountPercent),
    column("discount_amount", &Purchase::discountAmount), column("subtotal", &Purchase::subtotal),
    column("discount_total", &Purchase::discountTotal), column("tax_total", &Purchase::taxTotal),
    column("total", &Purchase::total), column("paid", &Purchase::paid),
    column("subtotal_base", &Purchase::subtotalBase), column("tax_base", &Purchase::taxBase),
    column("total_base", &Purchase::totalBase), column("paid_base", &Purchase::paidBase),
    column("received_base", &Purchase::receivedBase), column("taxes", &Purchase::taxes),
    column("location_id", &Purchase::locationId), column("note", &Purchase::note),
    column("version", &Purchase::version), column("created_at", &Purchase::createdAt),
    column("updated_at", &Purchase::updatedAt), actorColumns("created_by", &Purchase::createdBy));

inline const Table Cancellations("purchases.purchase",
                                 columnWrittenOnce("cancelled_at", &api::PurchaseCancellation::at),
                                 column("cancel_reason", &api::PurchaseCancellation::reason));

inline const Table
    Lines("purchases.line",
          derivedColumnWrittenOnce<LineRow, PurchaseId>("purchase_id",
                                                        [](const LineRow& line) { return line.purchaseId; }),
          derivedColumn<LineRow, std::int64_t>("position", [](const LineRow& line) { return line.position; }),
          column("id", &LineRow::id), column("item_id", &LineRow::itemId), column("label", &LineRow::label),
          column("description", &LineRow::description), column("quantity", &LineRow::quantity),
          column("unit", &LineRow::unit), column("unit_price", &LineRow::unitPrice),
          column("discount_percent", &LineRow::discountPercent),
          column("discount_amount", &LineRow::discountAmount), column("service", &LineRow::service),
          column("stocked", &LineRow::stocked), column("lot_tracked", &LineRow::lotTracked),
          column("tax_category", &LineRow::taxCategory), column("tax_rate", &LineRow::taxRate),
          column("tax_exemption_reason", &LineRow::taxExemptionReason),
          column("lot_number", &LineRow::lotNumber), column("expires_on", &LineRow::expiresOn),
          column("net", &LineRow::net), column("tax", &LineRow::tax), column("total", &LineRow::total),
          column("net_base", &LineRow::netBase), column("tax_base", &LineRow::taxBase),
          column("quantity_received", &LineRow::quantityReceived));

inline const Table Receipts("purchases.receipt", columnWrittenOnce<ReceiptRow>("id", &ReceiptRow::id),
                            derivedColumn<ReceiptRow, PurchaseId>("purchase_id",
                                                                  [](const ReceiptRow& receipt) {
                                                                      return receipt.purchaseId;
                                                                  }),
                            column("number", &ReceiptRow::number), column("date", &ReceiptRow::date),
                            column("location_id", &ReceiptRow::locationId),
                            column("complete", &ReceiptRow::complete), column("note", &ReceiptRow::note),
                            column("created_at", &ReceiptRow::createdAt),
                            actorColumns("created_by", &ReceiptRow::createdBy));

inline const Table ReceiptLines(
    "purchases.receipt_line",
    derivedColumnWrittenOnce<ReceiptLineRow, ReceiptId>("receipt_id",
                                                        [](const ReceiptLineRow& line) {
                                                            return line.receiptId;
                                                        }),
    derivedColumn<ReceiptLineRow, std::int64_t>("position",
                                                [](const ReceiptLineRow& line) { return line.position; }),
    column("line_id", &ReceiptLineRow::lineId), column("item_id", &ReceiptLineRow::itemId),
    column("quantity", &ReceiptLineRow::quantity), column("unit_cost", &ReceiptLineRow::unitCost),
    column("lot_number", &ReceiptLineRow::lotNumber), column("expires_on", &ReceiptLineRow::expiresOn));

inline const Table Payments(
    "purchases.payment", columnWrittenOnce<PaymentRow>("id", &PaymentRow::id),
    derivedColumn<PaymentRow, PurchaseId>("purchase_id",
                                          [](const PaymentRow& payment) { return payment.purchaseId; }),
    column("amount", &PaymentRow::amount), column("amount_base", &PaymentRow::amountBase),
    column("currency", &PaymentRow::currency), column("method", &PaymentRow::method),
    column("origin", &PaymentRow::origin), column("wallet_id", &PaymentRow::walletId),
    column("wallet_amount", &PaymentRow::walletAmount),
    column("wallet_currency", &PaymentRow::walletCurrency),
    column("transaction_id", &PaymentRow::transactionId), column("date", &PaymentRow::date),
    column("reference", &PaymentRow::reference), column("note", &PaymentRow::note),
    column("status", &PaymentRow::status), column("created_at", &PaymentRow::createdAt),
    actorColumns("created_by", &PaymentRow::createdBy));

} // namespace svc::purchases

#pragma once

#include "document/columns.hpp"
#include "sale/rules/sale.hpp"

namespace svc::sales {

// Found by argument-dependent lookup for the column of stockMode.
std::string_view toText(StockMode mode);
bool fromText(std::string_view text, StockMode& to);

} // namespace svc::sales

namespace svc {

/// The column stores the lines of a refund by their uuid.
template <>
struct ColumnForm<std::vector<sales::api::SaleRefundLine>> {
    static constexpr std::string_view Type = "json";
    static Param write(const std::vector<sales::api::SaleRefundLine>& lines);
    static void read(const Row& row, std::uint32_t column, std::vector<sales::api::SaleRefundLine>& to);
};

} // namespace svc

namespace svc::sales {

// Without the cancellation, the parts of a sale and the seals of its parties, which are read and written
// separately.
inline const Table Sales(
    "sales.sale", columnWrittenOnce<Sale>("id", &Sale::id), column("number", &Sale::number),
    column("kind", &Sale::kind), column("status", &Sale::status),
    column("payment_status", &Sale::paymentStatus), column("delivery_status", &Sale::deliveryStatus),
    column("fiscal_status", &Sale::fiscalStatus), column("channel", &Sale::channel),
    column("external_id", &Sale::externalId), column("business_unit_id", &Sale::businessUnitId),
    column("partner_id", &Sale::partnerId), column("partner_name", &Sale::partner),
    column("date", &Sale::date), column("due_date", &Sale::dueDate), column("currency", &Sale::currency),
    column("exchange_rate", &Sale::exchangeRate), column("prices_include_tax", &Sale::pricesIncludeTax),
    column("discount_percent", &Sale::discountPercent), column("discount_amount", &Sale::discountAmount),
    column("subtotal", &Sale::subtotal), column("discount_total", &Sale::discountTotal),
    column("tax_total", &Sale::taxTotal), column("total", &Sale::total), column("paid", &Sale::paid),
    column("refunded", &Sale::refunded), column("credited", &Sale::credited),
    column("subtotal_base", &Sale::subtotalBase), column("tax_base", &Sale::taxBase),
    column("total_base", &Sale::totalBase), column("paid_base", &Sale::paidBase),
    column("refunded_base", &Sale::refundedBase), column("credited_base", &Sale::creditedBase),
    column("taxes", &Sale::taxes), column("stock_mode", &Sale::stockMode),
    column("location_id", &Sale::locationId), column("quote_id", &Sale::quoteId),
    column("recurring_id", &Sale::recurringId), column("corrects_id", &Sale::correctsSaleId),
    column("prepayment", &Sale::prepayment), column("purchase_order_ref", &Sale::purchaseOrderRef),
    column("note", &Sale::note), column("payment_reference", &Sale::paymentReference),
    column("version", &Sale::version), column("created_at", &Sale::createdAt),
    column("updated_at", &Sale::updatedAt), actorColumns("created_by", &Sale::createdBy));

inline const Table Cancellations("sales.sale", columnWrittenOnce("cancelled_at", &api::SaleCancellation::at),
                                 column("cancel_reason", &api::SaleCancellation::reason),
                                 column("cancel_number", &api::SaleCancellation::creditNoteNumber));

inline const Table Lines(
    "sales.line", columnWrittenOnce<SaleLine>("id", &SaleLine::id),
    derivedColumn(
        "sale_id", +[](const SaleLine& line) { return line.saleId; }),
    derivedColumn(
        "position", +[](const SaleLine& line) { return line.position; }),
    column("item_id", &SaleLine::itemId), column("label", &SaleLine::label),
    column("description", &SaleLine::description), column("quantity", &SaleLine::quantity),
    column("unit", &SaleLine::unit), column("unit_price", &SaleLine::unitPrice),
    column("discount_percent", &SaleLine::discountPercent),
    column("discount_amount", &SaleLine::discountAmount), column("service", &SaleLine::service),
    column("stocked", &SaleLine::stocked), column("tax_category", &SaleLine::taxCategory),
    column("tax_rate", &SaleLine::taxRate), column("tax_exemption_reason", &SaleLine::taxExemptionReason),
    column("lot_number", &SaleLine::lotNumber), column("net", &SaleLine::net), column("tax", &SaleLine::tax),
    column("total", &SaleLine::total), column("net_base", &SaleLine::netBase),
    column("tax_base", &SaleLine::taxBase), column("quantity_delivered", &SaleLine::quantityDelivered),
    column("sku", &SaleLine::sku), column("barcode", &SaleLine::barcode));

/// The credited part of a line; a new line has none.
inline const Table LineCredits("sales.line",
                               columnWrittenOnce<SaleLine>("quantity_refunded", &SaleLine::quantityRefunded),
                               column("quantity_returned", &SaleLine::quantityReturned),
                               column("quantity_cancelled", &SaleLine::quantityCancelled),
                               column("credited", &SaleLine::credited),
                               column("credited_tax", &SaleLine::creditedTax),
                               column("credited_net_base", &SaleLine::creditedNetBase),
                               column("credited_tax_base", &SaleLine::creditedTaxBase));

inline const Table Payments("sales.payment", columnWrittenOnce<Payment>("id", &Payment::id),
                            derivedColumn(
                                "sale_id", +[](const Payment& payment) { return payment.sale.id; }),
                            column("amount", &Payment::amount), column("amount_base", &Payment::amountBase),
                            column("currency", &Payment::currency), column("method", &Payment::method),
                            column("origin", &Payment::origin), column("provider", &Payment::provider),
                            column("wallet_id", &Payment::walletId),
                            column("wallet_amount", &Payment::walletAmount),
                            column("wallet_currency", &Payment::walletCurrency),
                            column("transaction_id", &Payment::transactionId), column("date", &Payment::date),
                            column("reference", &Payment::reference), column("note", &Payment::note),
                            column("status", &Payment::status), column("tendered", &Payment::tendered),
                            column("change", &Payment::change), column("created_at", &Payment::createdAt),
                            actorColumns("created_by", &Payment::createdBy));

inline const Table Refunds("sales.refund", columnWrittenOnce<Refund>("id", &Refund::id),
                           derivedColumn(
                               "sale_id", +[](const Refund& refund) { return refund.sale.id; }),
                           derivedColumn(
                               "credit_note_id", +[](const Refund& refund) { return refund.creditNote.id; }),
                           column("kind", &Refund::kind), column("amount", &Refund::amount),
                           column("money_returned", &Refund::moneyReturned),
                           column("money_base", &Refund::moneyBase), column("currency", &Refund::currency),
                           column("method", &Refund::method), column("wallet_id", &Refund::walletId),
                           column("wallet_amount", &Refund::walletAmount),
                           column("wallet_currency", &Refund::walletCurrency),
                           column("transaction_id", &Refund::transactionId), column("date", &Refund::date),
                           column("reason", &Refund::reason), column("restocked", &Refund::restocked),
                           column("lines", &Refund::lines), column("created_at", &Refund::createdAt),
                           actorColumns("created_by", &Refund::createdBy));

inline const Table Deliveries("sales.delivery", columnWrittenOnce<Delivery>("id", &Delivery::id),
                              derivedColumn(
                                  "sale_id", +[](const Delivery& delivery) { return delivery.saleId; }),
                              column("number", &Delivery::number), column("date", &Delivery::date),
                              column("location_id", &Delivery::locationId),
                              column("carrier", &Delivery::carrier),
                              column("tracking_number", &Delivery::trackingNumber),
                              column("note", &Delivery::note), column("created_at", &Delivery::createdAt),
                              actorColumns("created_by", &Delivery::createdBy));

} // namespace svc::sales

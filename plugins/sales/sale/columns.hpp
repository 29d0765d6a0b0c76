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
    "sales.sale", shownColumnWrittenOnce<Sale>("id", &Sale::id), shownColumn<Sale>("number", &Sale::number),
    shownColumn<Sale>("kind", &Sale::kind), shownColumn<Sale>("status", &Sale::status),
    shownColumn<Sale>("payment_status", &Sale::paymentStatus),
    shownColumn<Sale>("delivery_status", &Sale::deliveryStatus),
    shownColumn<Sale>("fiscal_status", &Sale::fiscalStatus), shownColumn<Sale>("channel", &Sale::channel),
    shownColumn<Sale>("external_id", &Sale::externalId),
    shownColumn<Sale>("business_unit_id", &Sale::businessUnitId),
    shownColumn<Sale>("partner_id", &Sale::partnerId), shownColumn<Sale>("partner_name", &Sale::partner),
    shownColumn<Sale>("date", &Sale::date), shownColumn<Sale>("due_date", &Sale::dueDate),
    shownColumn<Sale>("currency", &Sale::currency), shownColumn<Sale>("exchange_rate", &Sale::exchangeRate),
    shownColumn<Sale>("prices_include_tax", &Sale::pricesIncludeTax),
    shownColumn<Sale>("discount_percent", &Sale::discountPercent),
    shownColumn<Sale>("discount_amount", &Sale::discountAmount),
    shownColumn<Sale>("subtotal", &Sale::subtotal), shownColumn<Sale>("discount_total", &Sale::discountTotal),
    shownColumn<Sale>("tax_total", &Sale::taxTotal), shownColumn<Sale>("total", &Sale::total),
    shownColumn<Sale>("paid", &Sale::paid), shownColumn<Sale>("refunded", &Sale::refunded),
    shownColumn<Sale>("credited", &Sale::credited), column("subtotal_base", &Sale::subtotalBase),
    column("tax_base", &Sale::taxBase), shownColumn<Sale>("total_base", &Sale::totalBase),
    column("paid_base", &Sale::paidBase), column("refunded_base", &Sale::refundedBase),
    column("credited_base", &Sale::creditedBase), shownColumn<Sale>("taxes", &Sale::taxes),
    column("stock_mode", &Sale::stockMode), shownColumn<Sale>("location_id", &Sale::locationId),
    shownColumn<Sale>("quote_id", &Sale::quoteId), shownColumn<Sale>("recurring_id", &Sale::recurringId),
    shownColumn<Sale>("corrects_id", &Sale::correctsSaleId),
    shownColumn<Sale>("prepayment", &Sale::prepayment),
    shownColumn<Sale>("purchase_order_ref", &Sale::purchaseOrderRef), shownColumn<Sale>("note", &Sale::note),
    shownColumn<Sale>("payment_reference", &Sale::paymentReference),
    shownColumn<Sale>("version", &Sale::version), shownColumn<Sale>("created_at", &Sale::createdAt),
    shownColumn<Sale>("updated_at", &Sale::updatedAt), ActorColumns<Sale>{"created_by", &Sale::createdBy});

inline const Table Cancellations("sales.sale", columnWrittenOnce("cancelled_at", &api::SaleCancellation::at),
                                 column("cancel_reason", &api::SaleCancellation::reason),
                                 column("cancel_number", &api::SaleCancellation::creditNoteNumber));

inline const Table Lines(
    "sales.line", shownColumnWrittenOnce<SaleLine>("id", &SaleLine::id),
    derivedColumn(
        "sale_id", +[](const SaleLine& line) { return line.saleId; }),
    derivedColumn(
        "position", +[](const SaleLine& line) { return line.position; }),
    shownColumn<SaleLine>("item_id", &SaleLine::itemId), shownColumn<SaleLine>("label", &SaleLine::label),
    shownColumn<SaleLine>("description", &SaleLine::description),
    shownColumn<SaleLine>("quantity", &SaleLine::quantity), shownColumn<SaleLine>("unit", &SaleLine::unit),
    shownColumn<SaleLine>("unit_price", &SaleLine::unitPrice),
    shownColumn<SaleLine>("discount_percent", &SaleLine::discountPercent),
    shownColumn<SaleLine>("discount_amount", &SaleLine::discountAmount),
    shownColumn<SaleLine>("service", &SaleLine::service), column("stocked", &SaleLine::stocked),
    shownColumn<SaleLine>("tax_category", &SaleLine::taxCategory),
    shownColumn<SaleLine>("tax_rate", &SaleLine::taxRate),
    shownColumn<SaleLine>("tax_exemption_reason", &SaleLine::taxExemptionReason),
    shownColumn<SaleLine>("lot_number", &SaleLine::lotNumber), shownColumn<SaleLine>("net", &SaleLine::net),
    shownColumn<SaleLine>("tax", &SaleLine::tax), shownColumn<SaleLine>("total", &SaleLine::total),
    column("net_base", &SaleLine::netBase), column("tax_base", &SaleLine::taxBase),
    shownColumn<SaleLine>("quantity_delivered", &SaleLine::quantityDelivered), column("sku", &SaleLine::sku),
    column("barcode", &SaleLine::barcode));

/// The credited part of a line; a new line has none.
inline const Table LineCredits(
    "sales.line", shownColumnWrittenOnce<SaleLine>("quantity_refunded", &SaleLine::quantityRefunded),
    column("quantity_returned", &SaleLine::quantityReturned),
    column("quantity_cancelled", &SaleLine::quantityCancelled), column("credited", &SaleLine::credited),
    column("credited_tax", &SaleLine::creditedTax), column("credited_net_base", &SaleLine::creditedNetBase),
    column("credited_tax_base", &SaleLine::creditedTaxBase));

inline const Table Payments(
    "sales.payment", shownColumnWrittenOnce<Payment>("id", &Payment::id),
    derivedColumn(
        "sale_id", +[](const Payment& payment) { return payment.sale.id; }),
    shownColumn<Payment>("amount", &Payment::amount), column("amount_base", &Payment::amountBase),
    shownColumn<Payment>("currency", &Payment::currency), shownColumn<Payment>("method", &Payment::method),
    column("origin", &Payment::origin), column("provider", &Payment::provider),
    shownColumn<Payment>("wallet_id", &Payment::walletId),
    shownColumn<Payment>("wallet_amount", &Payment::walletAmount),
    shownColumn<Payment>("wallet_currency", &Payment::walletCurrency),
    shownColumn<Payment>("transaction_id", &Payment::transactionId),
    shownColumn<Payment>("date", &Payment::date), shownColumn<Payment>("reference", &Payment::reference),
    shownColumn<Payment>("note", &Payment::note), shownColumn<Payment>("status", &Payment::status),
    shownColumn<Payment>("tendered", &Payment::tendered), shownColumn<Payment>("change", &Payment::change),
    shownColumn<Payment>("created_at", &Payment::createdAt), actorColumns("created_by", &Payment::createdBy));

inline const Table Refunds(
    "sales.refund", shownColumnWrittenOnce<Refund>("id", &Refund::id),
    derivedColumn(
        "sale_id", +[](const Refund& refund) { return refund.sale.id; }),
    derivedColumn(
        "credit_note_id", +[](const Refund& refund) { return refund.creditNote.id; }),
    shownColumn<Refund>("kind", &Refund::kind), shownColumn<Refund>("amount", &Refund::amount),
    shownColumn<Refund>("money_returned", &Refund::moneyReturned), column("money_base", &Refund::moneyBase),
    shownColumn<Refund>("currency", &Refund::currency), shownColumn<Refund>("method", &Refund::method),
    shownColumn<Refund>("wallet_id", &Refund::walletId),
    shownColumn<Refund>("wallet_amount", &Refund::walletAmount),
    shownColumn<Refund>("wallet_currency", &Refund::walletCurrency),
    shownColumn<Refund>("transaction_id", &Refund::transactionId), shownColumn<Refund>("date", &Refund::date),
    shownColumn<Refund>("reason", &Refund::reason), shownColumn<Refund>("restocked", &Refund::restocked),
    shownColumn<Refund>("lines", &Refund::lines), shownColumn<Refund>("created_at", &Refund::createdAt),
    actorColumns("created_by", &Refund::createdBy));

inline const Table Deliveries("sales.delivery", shownColumnWrittenOnce<Delivery>("id", &Delivery::id),
                              derivedColumn(
                                  "sale_id", +[](const Delivery& delivery) { return delivery.saleId; }),
                              shownColumn<Delivery>("number", &Delivery::number),
                              shownColumn<Delivery>("date", &Delivery::date),
                              shownColumn<Delivery>("location_id", &Delivery::locationId),
                              shownColumn<Delivery>("carrier", &Delivery::carrier),
                              shownColumn<Delivery>("tracking_number", &Delivery::trackingNumber),
                              shownColumn<Delivery>("note", &Delivery::note),
                              shownColumn<Delivery>("created_at", &Delivery::createdAt),
                              actorColumns("created_by", &Delivery::createdBy));

} // namespace svc::sales

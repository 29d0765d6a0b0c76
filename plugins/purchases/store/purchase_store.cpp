#include "store/purchase_store.hpp"

#include <svc/cells.hpp>

namespace svc::purchases {
namespace {

constexpr std::string_view Columns =
    "p.id, p.number, p.status, p.receipt_status, p.payment_status, p.supplier_reference, p.business_unit_id,"
    " p.partner_id, p.partner_name, p.date, p.expected_at, p.due_date, p.currency, p.exchange_rate,"
    " p.prices_include_tax, p.discount_percent, p.discount_amount, p.subtotal, p.discount_total, p.tax_total,"
    " p.total, p.paid, p.subtotal_base, p.tax_base, p.total_base, p.paid_base, p.received_base, p.taxes,"
    " p.location_id, p.note, p.cancelled_at, p.cancel_reason, p.version, p.created_at, p.updated_at,"
    " p.created_by_kind, p.created_by_id";

constexpr std::string_view Lines =
    "(SELECT json_agg(json_build_array(l.id, l.item_id, l.label, l.description, l.quantity, l.unit,"
    " l.unit_price, l.discount_percent, l.discount_amount, l.service, l.stocked, l.lot_tracked,"
    " l.tax_category, l.tax_rate, l.tax_exemption_reason, l.lot_number, l.expires_on, l.net, l.tax, l.total,"
    " l.net_base, l.tax_base, l.quantity_received) ORDER BY l.position)"
    " FROM purchases.line l WHERE l.company_id = $1 AND l.purchase_id = p.id)";

constexpr std::string_view Payments =
    "(SELECT json_agg(json_build_array(y.id, y.amount, y.amount_base, y.currency, y.method, y.origin,"
    " y.wallet_id, y.wallet_amount, y.wallet_currency, y.transaction_id, y.date, y.reference, y.note,"
    " y.status, y.created_at) ORDER BY y.created_at, y.id)"
    " FROM purchases.payment y WHERE y.company_id = $1 AND y.purchase_id = p.id)";

constexpr std::string_view Receipts =
    "(SELECT json_agg(json_build_array(r.id, r.number, r.date, r.location_id, r.complete, r.note,"
    " r.created_at, (SELECT json_agg(json_build_array(n.line_id, n.item_id, n.quantity, n.unit_cost,"
    " n.lot_number, n.expires_on) ORDER BY n.position) FROM purchases.receipt_line n"
    " WHERE n.company_id = $1 AND n.receipt_id = r.id)) ORDER BY r.created_at, r.id)"
    " FROM purchases.receipt r WHERE r.company_id = $1 AND r.purchase_id = p.id)";

PurchaseLine lineFrom(const Json& values) {
    JsonCells cells(values);
    PurchaseLine line;
    line.id = cells.parsed<Uuid>();
    line.itemId = cells.optionalUuid();
    line.label = cells.text();
    line.description = cells.optionalText();
    line.quantity = cells.decimal();
    line.unit = cells.text();
    line.unitPrice = cells.decimal();
    line.discountPercent = cells.optionalDecimal();
    line.discountAmount = cells.integer();
    line.service = cells.boolean();
    line.stocked = cells.boolean();
    line.lotTracked = cells.boolean();
    line.taxCategory = cells.text();
    line.taxRate = cells.decimal();
    line.taxExemptionReason = cells.optionalText();
    line.lotNumber = cells.optionalText();
    line.expiresOn = cells.optionalParsed<Date>();
    line.net = cells.integer();
    line.tax = cells.integer();
    line.total = cells.integer();
    line.netBase = cells.integer();
    line.taxBase = cells.integer();
    line.quantityReceived = cells.decimal();
    return line;
}

Payment paymentFrom(const Json& values) {
    JsonCells cells(values);
    Payment payment;
    payment.id = cells.parsed<Uuid>();
    payment.amount = cells.integer();
    payment.amountBase = cells.integer();
    payment.currency = cells.parsed<Currency>();
    payment.method = cells.text();
    payment.origin = cells.text();
    payment.walletId = cells.parsed<Uuid>();
    payment.walletAmount = cells.integer();
    payment.walletCurrency = cells.parsed<Currency>();
    payment.transactionId = cells.parsed<Uuid>();
    payment.date = cells.parsed<Date>();
    payment.reference = cells.optionalText();
    payment.note = cells.optionalText();
    payment.status = cells.text();
    payment.createdAt = cells.parsed<Instant>();
    return payment;
}

ReceiptLine receiptLineFrom(const Json& values) {
    JsonCells cells(values);
    ReceiptLine line;
    line.lineId = cells.parsed<Uuid>();
    line.itemId = cells.optionalUuid();
    line.quantity = cells.decimal();
    line.unitCost = cells.decimal();
    line.lotNumber = cells.optionalText();
    line.expiresOn = cells.optionalParsed<Date>();
    return line;
}

Receipt receiptFrom(const Json& values) {
    JsonCells cells(values);
    Receipt receipt;
    receipt.id = cells.parsed<Uuid>();
    receipt.number = cells.text();
    receipt.date = cells.parsed<Date>();
    receipt.locationId = cells.optionalUuid();
    receipt.complete = cells.boolean();
    receipt.note = cells.optionalText();
    receipt.createdAt = cells.parsed<Instant>();
    for (const Json& line : cells.next().items()) {
        receipt.lines.push_back(receiptLineFrom(line));
    }
    return receipt;
}

} // namespace

std::string purchaseColumns(PurchaseParts parts) {
    constexpr std::string_view None = ", NULL::json";
    std::string text(Columns);
    const auto add = [&](bool wanted, std::string_view part) {
        text += wanted ? ", " + std::string(part) : std::string(None);
    };
    add(parts.lines, Lines);
    add(parts.payments, Payments);
    add(parts.receipts, Receipts);
    return text;
}

Purchase purchaseFrom(const Row& row, std::uint32_t column) {
    Cells cells(row, column);
    Purchase purchase;
    purchase.id = cells.uuid();
    purchase.number = cells.text();
    purchase.status = cells.text();
    purchase.receiptStatus = cells.text();
    purchase.paymentStatus = cells.text();
    purchase.supplierReference = cells.optionalText();
    purchase.businessUnitId = cells.uuid();
    purchase.partnerId = cells.uuid();
    purchase.partnerName = cells.text();
    purchase.date = cells.date();
    purchase.expectedAt = cells.optionalDate();
    purchase.dueDate = cells.optionalDate();
    purchase.currency = cells.currency();
    purchase.exchangeRate = cells.decimal();
    purchase.pricesIncludeTax = cells.boolean();
    purchase.discountPercent = cells.optionalDecimal();
    purchase.discountAmount = cells.optionalInteger();
    purchase.subtotal = cells.integer();
    purchase.discountTotal = cells.integer();
    purchase.taxTotal = cells.integer();
    purchase.total = cells.integer();
    purchase.paid = cells.integer();
    purchase.subtotalBase = cells.integer();
    purchase.taxBase = cells.integer();
    purchase.totalBase = cells.integer();
    purchase.paidBase = cells.integer();
    purchase.receivedBase = cells.integer();
    const Json taxes = cells.json();
    for (const Json& tax : taxes.items()) {
        purchase.taxes.push_back({tax["taxCategory"].text(), tax["taxRate"].decimal(), tax["net"].integer(),
                                  tax["tax"].integer()});
    }
    purchase.locationId = cells.optionalUuid();
    purchase.note = cells.optionalText();
    const std::optional<Instant> cancelledAt = cells.optionalInstant();
    std::optional<std::string> reason = cells.optionalText();
    if (cancelledAt) {
        purchase.cancellation = {*cancelledAt, std::move(reason)};
    }
    purchase.version = cells.integer();
    purchase.createdAt = cells.instant();
    purchase.updatedAt = cells.instant();
    purchase.createdByKind = cells.optionalText();
    purchase.createdById = cells.optionalUuid();
    const Json lines = cells.json();
    for (const Json& line : lines.items()) {
        purchase.lines.push_back(lineFrom(line));
    }
    const Json payments = cells.json();
    for (const Json& payment : payments.items()) {
        purchase.payments.push_back(paymentFrom(payment));
    }
    const Json receipts = cells.json();
    for (const Json& receipt : receipts.items()) {
        purchase.receipts.push_back(receiptFrom(receipt));
    }
    return purchase;
}

std::optional<Purchase> findPurchase(Database& db, const Uuid& company, const Uuid& id, PurchaseParts parts) {
    const std::string sql = "SELECT " + purchaseColumns(parts) +
                            " FROM purchases.purchase p WHERE p.company_id = $1 AND p.id = $2";
    const Rows rows = db.query(sql, company, id);
    return rows.empty() ? std::nullopt : std::optional(purchaseFrom(rows[0]));
}

std::optional<Purchase> lockPurchase(Database& db, const Uuid& company, const Uuid& id) {
    const std::string sql = "SELECT " + purchaseColumns({}) +
                            " FROM purchases.purchase p WHERE p.company_id = $1 AND p.id = $2 FOR UPDATE";
    const Rows rows = db.query(sql, company, id);
    return rows.empty() ? std::nullopt : std::optional(purchaseFrom(rows[0]));
}

std::optional<Uuid> purchaseOfPayment(Database& db, const Uuid& company, const Uuid& paymentId) {
    const Rows rows = db.query("SELECT purchase_id FROM purchases.payment WHERE company_id = $1 AND id = $2",
                               company, paymentId);
    return rows.empty() ? std::nullopt : std::optional(rows[0].uuid(0));
}

} // namespace svc::purchases

#include "store/sale_store.hpp"

#include <algorithm>

#include <svc/cells.hpp>
#include <svc/inner_rows.hpp>

#include "store/issuing_sale.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view Columns =
    "s.id, s.number, s.kind, s.status, s.payment_status, s.delivery_status, s.fiscal_status, s.channel,"
    " s.external_id, s.business_unit_id, s.partner_id, s.partner_name, s.date, s.due_date, s.currency,"
    " s.exchange_rate, s.prices_include_tax, s.discount_percent, s.discount_amount, s.subtotal, "
    "s.discount_total,"
    " s.tax_total, s.total, s.paid, s.refunded, s.credited, s.subtotal_base, s.tax_base, s.total_base, "
    "s.paid_base,"
    " s.taxes, s.stock_mode, s.location_id, s.quote_id, s.recurring_id, s.purchase_order_ref, s.note, "
    "s.payment_reference,"
    " s.cancelled_at, s.cancel_reason, s.cancel_number, s.version, s.created_at, "
    "s.updated_at,"
    " s.created_by_kind, s.created_by_id, s.credited_base, s.refunded_base, s.corrects_id, s.prepayment";

constexpr std::string_view CancellingNote =
    "CASE WHEN s.cancelled_at IS NOT NULL THEN (SELECT n.id FROM sales.credit_note n WHERE n.company_id = $1"
    " AND n.sale_id = s.id AND n.kind = 'cancellation') END";

constexpr std::string_view OfOne = " FROM sales.sale s WHERE s.company_id = $1 AND s.id = $2";

constexpr std::string_view Lines =
    "array_to_string(ARRAY(SELECT ROW(l.id, l.item_id, l.label, l.description, l.quantity, l.unit, "
    "l.unit_price,"
    " l.discount_percent, l.discount_amount, l.service, l.stocked, l.tax_category, l.tax_rate,"
    " l.tax_exemption_reason, l.lot_number, l.net, l.tax, l.total, l.net_base, l.tax_base, "
    "l.quantity_delivered,"
    " l.quantity_refunded, l.quantity_returned, l.quantity_cancelled, l.credited, l.credited_tax,"
    " l.credited_net_base, l.credited_tax_base, l.sku, l.barcode)::text"
    " FROM sales.line l WHERE l.company_id = $1 AND l.sale_id = s.id ORDER BY l.position), ',')";

constexpr std::string_view Payments =
    "array_to_string(ARRAY(SELECT ROW(p.id, p.amount, p.currency, p.method, p.origin, p.wallet_id,"
    " p.wallet_amount, p.wallet_currency, p.transaction_id, p.date, p.reference, p.note, p.tendered, "
    "p.change,"
    " p.status, p.created_at, p.amount_base, p.provider)::text"
    " FROM sales.payment p WHERE p.company_id = $1 AND p.sale_id = s.id ORDER BY p.created_at, p.id), ',')";

constexpr std::string_view Refunds =
    "array_to_string(ARRAY(SELECT ROW(r.id, r.kind, r.amount, r.money_returned, r.money_base, r.currency,"
    " r.method, r.wallet_id, r.wallet_amount, r.wallet_currency, r.transaction_id, r.date, r.reason,"
    " r.restocked, r.lines, r.credit_note_id, n.number, n.tax_total, r.created_at)::text"
    " FROM sales.refund r JOIN sales.credit_note n ON n.company_id = r.company_id AND n.id = r.credit_note_id"
    " WHERE r.company_id = $1 AND r.sale_id = s.id ORDER BY r.created_at, r.id), ',')";

constexpr std::string_view Deliveries =
    "array_to_string(ARRAY(SELECT ROW(d.id, d.number, d.date, d.location_id, d.carrier, d.tracking_number,"
    " d.note, d.created_at, array_to_string(ARRAY(SELECT ROW(e.line_id, e.quantity)::text"
    " FROM sales.delivery_line e WHERE e.company_id = d.company_id AND e.delivery_id = d.id"
    " ORDER BY e.position), ','))::text"
    " FROM sales.delivery d WHERE d.company_id = $1 AND d.sale_id = s.id ORDER BY d.created_at, d.id), ',')";

std::optional<Currency> currencyIn(const std::optional<std::string>& code) {
    return code ? Currency::parse(*code) : std::nullopt;
}

SaleLine lineFrom(const Row& row) {
    Cells cells(row, 0);
    SaleLine line;
    line.id = cells.uuid();
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
    line.taxCategory = cells.text();
    line.taxRate = cells.decimal();
    line.taxExemptionReason = cells.optionalText();
    line.lotNumber = cells.optionalText();
    line.net = cells.integer();
    line.tax = cells.integer();
    line.total = cells.integer();
    line.netBase = cells.integer();
    line.taxBase = cells.integer();
    line.quantityDelivered = cells.decimal();
    line.quantityRefunded = cells.decimal();
    line.quantityReturned = cells.decimal();
    line.quantityCancelled = cells.decimal();
    line.credited = cells.integer();
    line.creditedTax = cells.integer();
    line.creditedNetBase = cells.integer();
    line.creditedTaxBase = cells.integer();
    line.sku = cells.optionalText();
    line.barcode = cells.optionalText();
    return line;
}

Payment paymentFrom(const Row& row) {
    Cells cells(row, 0);
    Payment payment;
    payment.id = cells.uuid();
    payment.amount = cells.integer();
    payment.currency = cells.currency();
    payment.method = cells.text();
    payment.origin = cells.text();
    payment.walletId = cells.uuid();
    payment.walletAmount = cells.integer();
    payment.walletCurrency = cells.currency();
    payment.transactionId = cells.uuid();
    payment.date = cells.date();
    payment.reference = cells.optionalText();
    payment.note = cells.optionalText();
    payment.tendered = cells.optionalInteger();
    payment.change = cells.integer();
    payment.status = cells.text();
    payment.createdAt = cells.instant();
    payment.amountBase = cells.integer();
    payment.provider = cells.optionalText();
    return payment;
}

Refund refundFrom(const Row& row) {
    Cells cells(row, 0);
    Refund refund;
    refund.id = cells.uuid();
    refund.kind = cells.text();
    refund.amount = cells.integer();
    refund.moneyReturned = cells.integer();
    refund.moneyBase = cells.integer();
    refund.currency = cells.currency();
    refund.method = cells.optionalText();
    refund.walletId = cells.optionalUuid();
    refund.walletAmount = cells.optionalInteger();
    refund.walletCurrency = currencyIn(cells.optionalText());
    refund.transactionId = cells.optionalUuid();
    refund.date = cells.date();
    refund.reason = cells.optionalText();
    refund.restocked = cells.boolean();
    const Json lines = cells.json();
    for (const Json& line : lines.items()) {
        refund.lines.push_back({Uuid::parse(line["lineId"].text()).value(),
                                line["quantity"].decimal().normalized(), line["amount"].integer()});
    }
    refund.creditNoteId = cells.uuid();
    refund.creditNoteNumber = cells.text();
    refund.creditNoteTax = cells.integer();
    refund.createdAt = cells.instant();
    return refund;
}

Delivery deliveryFrom(const Row& row) {
    Cells cells(row, 0);
    Delivery delivery;
    delivery.id = cells.uuid();
    delivery.number = cells.text();
    delivery.date = cells.date();
    delivery.locationId = cells.optionalUuid();
    delivery.carrier = cells.optionalText();
    delivery.trackingNumber = cells.optionalText();
    delivery.note = cells.optionalText();
    delivery.createdAt = cells.instant();
    const InnerRows lines(cells.text());
    for (const Row line : lines) {
        delivery.lines.push_back({line.uuid(0), line.decimal(1).normalized()});
    }
    return delivery;
}

/// Records of the next column; none of NULL.
template <class Record>
void readInto(std::vector<Record>& records, Cells& cells, Record (*from)(const Row&)) {
    const InnerRows rows(cells.optionalText().value_or(""));
    records.reserve(rows.size());
    for (const Row row : rows) {
        records.push_back(from(row));
    }
}

std::string columnsOf(SaleParts parts, std::string_view cancellingNote) {
    const auto orNull = [](bool asked, std::string_view part) { return asked ? part : "NULL::text"; };
    std::string text(Columns);
    for (const std::string_view part :
         {cancellingNote, orNull(parts.lines, Lines), orNull(parts.payments, Payments),
          orNull(parts.afterwards, Refunds), orNull(parts.afterwards, Deliveries)}) {
        text += ", ";
        text += part;
    }
    return text;
}

/// Goods are delivered and money is given back by lines and sums that remember it.
bool mayHaveAfterwards(const Sale& sale) {
    return sale.cancellation || sale.credited != 0 ||
           std::any_of(sale.lines.begin(), sale.lines.end(),
                       [](const SaleLine& line) { return line.quantityDelivered.sign() != 0; });
}

void readAfterwards(Database& db, const Uuid& company, Sale& sale) {
    static const std::string sql =
        "SELECT (SELECT n.id FROM sales.credit_note n WHERE n.company_id = $1 AND n.sale_id = s.id"
        " AND n.kind = 'cancellation'), " +
        std::string(Refunds) + ", " + std::string(Deliveries) + " FROM (SELECT $2::uuid AS id) s";
    const Rows rows = db.query(sql, company, sale.id);
    const Row row = rows[0];
    Cells cells(row, 0);
    const std::optional<Uuid> cancellingNote = cells.optionalUuid();
    if (sale.cancellation) {
        sale.cancellation->creditNoteId = cancellingNote;
    }
    readInto(sale.refunds, cells, refundFrom);
    readInto(sale.deliveries, cells, deliveryFrom);
}

StockMode stockModeFrom(std::string_view text) {
    if (text == "issued") {
        return StockMode::Issued;
    }
    return text == "reserved" ? StockMode::Reserved : StockMode::None;
}

} // namespace

std::string saleColumns(SaleParts parts) {
    return columnsOf(parts, CancellingNote);
}

Sale saleFrom(const Row& row, std::uint32_t column) {
    Cells cells(row, column);
    Sale sale;
    sale.id = cells.uuid();
    sale.number = cells.text();
    sale.kind = cells.text();
    sale.status = cells.text();
    sale.paymentStatus = cells.text();
    sale.deliveryStatus = cells.text();
    sale.fiscalStatus = cells.text();
    sale.channel = cells.text();
    sale.externalId = cells.optionalText();
    sale.businessUnitId = cells.uuid();
    sale.partnerId = cells.optionalUuid();
    sale.partnerName = cells.optionalText().value_or("");
    sale.date = cells.date();
    sale.dueDate = cells.optionalDate();
    sale.currency = cells.currency();
    sale.exchangeRate = cells.decimal();
    sale.pricesIncludeTax = cells.boolean();
    sale.discountPercent = cells.optionalDecimal();
    sale.discountAmount = cells.optionalInteger();
    sale.subtotal = cells.integer();
    sale.discountTotal = cells.integer();
    sale.taxTotal = cells.integer();
    sale.total = cells.integer();
    sale.paid = cells.integer();
    sale.refunded = cells.integer();
    sale.credited = cells.integer();
    sale.subtotalBase = cells.integer();
    sale.taxBase = cells.integer();
    sale.totalBase = cells.integer();
    sale.paidBase = cells.integer();
    const Json taxes = cells.json();
    for (const Json& tax : taxes.items()) {
        sale.taxes.push_back({tax["taxCategory"].text(), tax["taxRate"].decimal(), tax["net"].integer(),
                              tax["tax"].integer()});
    }
    sale.stockMode = stockModeFrom(cells.text());
    sale.locationId = cells.optionalUuid();
    sale.quoteId = cells.optionalUuid();
    sale.recurringId = cells.optionalUuid();
    sale.purchaseOrderRef = cells.optionalText();
    sale.note = cells.optionalText();
    sale.paymentReference = cells.text();
    const std::optional<Instant> cancelledAt = cells.optionalInstant();
    std::optional<std::string> reason = cells.optionalText();
    std::optional<std::string> creditNote = cells.optionalText();
    if (cancelledAt) {
        sale.cancellation = {*cancelledAt, std::move(reason), creditNote.value_or(""), {}};
    }
    sale.version = cells.integer();
    sale.createdAt = cells.instant();
    sale.updatedAt = cells.instant();
    sale.createdByKind = cells.optionalText();
    sale.createdById = cells.optionalUuid();
    sale.creditedBase = cells.integer();
    sale.refundedBase = cells.integer();
    sale.correctsId = cells.optionalUuid();
    sale.prepayment = cells.boolean();
    const std::optional<Uuid> cancellingNote = cells.optionalUuid();
    if (sale.cancellation) {
        sale.cancellation->creditNoteId = cancellingNote;
    }
    readInto(sale.lines, cells, lineFrom);
    readInto(sale.payments, cells, paymentFrom);
    readInto(sale.refunds, cells, refundFrom);
    readInto(sale.deliveries, cells, deliveryFrom);
    return sale;
}

std::optional<Sale> findSale(Database& db, const Uuid& company, const Uuid& id, SaleParts parts) {
    const std::string sql = "SELECT " + saleColumns(parts) + std::string(OfOne);
    const Rows rows = db.query(sql, company, id);
    return rows.empty() ? std::nullopt : std::optional(saleFrom(rows[0]));
}

std::optional<Sale> findWholeSale(Database& db, const Uuid& company, const Uuid& id) {
    static const std::string sql =
        "SELECT " + columnsOf({.lines = true, .payments = true}, "NULL::uuid") + std::string(OfOne);
    const Rows rows = db.query(sql, company, id);
    if (rows.empty()) {
        return std::nullopt;
    }
    Sale sale = saleFrom(rows[0]);
    if (mayHaveAfterwards(sale)) {
        readAfterwards(db, company, sale);
    }
    return sale;
}

std::optional<Sale> lockSale(Database& db, const Uuid& company, const Uuid& id) {
    IssuingSale::forget(id);
    const std::string sql = "SELECT " + saleColumns({}) + std::string(OfOne) + " FOR UPDATE";
    const Rows rows = db.query(sql, company, id);
    return rows.empty() ? std::nullopt : std::optional(saleFrom(rows[0]));
}

Sale lockWholeSale(Database& db, const Uuid& company, const std::optional<Uuid>& id) {
    if (!id || !lockSale(db, company, *id)) {
        throw ApiError(404, "sale-not-found");
    }
    // A second statement: the parts are those that the lock protects, not those of before the wait.
    return findWholeSale(db, company, *id).value();
}

} // namespace svc::sales

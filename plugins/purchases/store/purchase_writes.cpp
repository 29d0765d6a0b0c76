#include "store/purchase_writes.hpp"

namespace svc::purchases {
namespace {

constexpr std::string_view InsertPurchase = R"(
INSERT INTO purchases.purchase (company_id, id, number, receipt_status, payment_status, supplier_reference,
    business_unit_id, partner_id, partner_name, date, expected_at, due_date, currency, exchange_rate,
    prices_include_tax, discount_percent, discount_amount, subtotal, discount_total, tax_total, total, paid,
    subtotal_base, tax_base, total_base, paid_base, received_base, taxes, location_id, note, created_at, updated_at,
    created_by_kind, created_by_id)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, 0, $22, $23,
    $24, 0, 0, $25, $26, $27, $28, $28, $29, $30))";

constexpr std::string_view InsertLines = R"(
INSERT INTO purchases.line (company_id, purchase_id, position, id, item_id, label, description, quantity, unit,
    unit_price, discount_percent, discount_amount, service, stocked, lot_tracked, tax_category, tax_rate,
    tax_exemption_reason, lot_number, expires_on, net, tax, total, net_base, tax_base)
SELECT $1::uuid, $2::uuid, l.* FROM unnest($3::int[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::numeric[],
    $9::text[], $10::numeric[], $11::numeric[], $12::bigint[], $13::boolean[], $14::boolean[], $15::boolean[],
    $16::text[], $17::numeric[], $18::text[], $19::text[], $20::date[], $21::bigint[], $22::bigint[], $23::bigint[],
    $24::bigint[], $25::bigint[]) AS l)";

constexpr std::string_view InsertReceipt =
    "INSERT INTO purchases.receipt (company_id, id, purchase_id, number, date, location_id, complete, note,"
    " created_at, created_by_kind, created_by_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";

constexpr std::string_view InsertReceiptLines =
    "INSERT INTO purchases.receipt_line (company_id, receipt_id, position, line_id, item_id, quantity,"
    " unit_cost, lot_number, expires_on)"
    " SELECT $1::uuid, $2::uuid, l.* FROM unnest($3::int[], $4::uuid[], $5::uuid[], $6::numeric[],"
    " $7::numeric[], $8::text[], $9::date[]) AS l";

constexpr std::string_view UpdateLinesReceived =
    "UPDATE purchases.line l SET quantity_received = w.quantity"
    " FROM unnest($3::uuid[], $4::numeric[]) AS w (id, quantity)"
    " WHERE l.company_id = $1 AND l.purchase_id = $2 AND l.id = w.id";

constexpr std::string_view UpdateReceived =
    "UPDATE purchases.purchase SET receipt_status = $3, received_base = $4, version = version + $5,"
    " updated_at = $6 WHERE company_id = $1 AND id = $2";

constexpr std::string_view InsertPayment =
    "INSERT INTO purchases.payment (company_id, id, purchase_id, amount, amount_base, currency, method, "
    "origin,"
    " wallet_id, wallet_amount, wallet_currency, transaction_id, date, reference, note, created_at,"
    " created_by_kind, created_by_id)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)";

constexpr std::string_view UpdatePaid =
    "UPDATE purchases.purchase SET paid = $3, paid_base = $4, payment_status = $5, version = version + $6,"
    " updated_at = $7 WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateEditable =
    "UPDATE purchases.purchase SET supplier_reference = $3, expected_at = $4, due_date = $5, note = $6,"
    " version = version + 1, updated_at = $7 WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateCancelled =
    "UPDATE purchases.purchase SET status = 'cancelled', payment_status = $3, cancelled_at = $4,"
    " cancel_reason = $5, version = version + 1, updated_at = $4 WHERE company_id = $1 AND id = $2";

constexpr std::string_view MarkVoided =
    "UPDATE purchases.payment SET status = 'voided' WHERE company_id = $1 AND id = $2";

void insertLines(Call& call, const Purchase& purchase) {
    ArrayParam position, id, item, label, description, quantity, unit, price, percent, discount, service,
        stocked, lotTracked;
    ArrayParam category, rate, reason, lot, expiry, net, tax, total, netBase, taxBase;
    std::int64_t at = 0;
    for (const PurchaseLine& line : purchase.lines) {
        position.add(at++);
        id.add(line.id);
        item.add(line.itemId);
        label.add(line.label);
        description.add(line.description);
        quantity.add(line.quantity);
        unit.add(line.unit);
        price.add(line.unitPrice);
        percent.add(line.discountPercent);
        discount.add(line.discountAmount);
        service.add(line.service);
        stocked.add(line.stocked);
        lotTracked.add(line.lotTracked);
        category.add(line.taxCategory);
        rate.add(line.taxRate);
        reason.add(line.taxExemptionReason);
        lot.add(line.lotNumber);
        expiry.add(line.expiresOn);
        net.add(line.net);
        tax.add(line.tax);
        total.add(line.total);
        netBase.add(line.netBase);
        taxBase.add(line.taxBase);
    }
    call.db().send(InsertLines, call.companyId(), purchase.id, position, id, item, label, description,
                   quantity, unit, price, percent, discount, service, stocked, lotTracked, category, rate,
                   reason, lot, expiry, net, tax, total, netBase, taxBase);
}

} // namespace

Json taxesJson(const Purchase& purchase) {
    Json taxes = Json::array();
    for (const PurchaseTax& tax : purchase.taxes) {
        taxes.push(Json::object({{"taxCategory", tax.taxCategory},
                                 {"taxRate", tax.taxRate},
                                 {"net", tax.net},
                                 {"tax", tax.tax}}));
    }
    return taxes;
}

void insertPurchase(Call& call, const Purchase& purchase) {
    call.db().send(InsertPurchase, call.companyId(), purchase.id, purchase.number, purchase.receiptStatus,
                   purchase.paymentStatus, purchase.supplierReference, purchase.businessUnitId,
                   purchase.partnerId, purchase.partnerName, purchase.date, purchase.expectedAt,
                   purchase.dueDate, purchase.currency, purchase.exchangeRate, purchase.pricesIncludeTax,
                   purchase.discountPercent, purchase.discountAmount, purchase.subtotal,
                   purchase.discountTotal, purchase.taxTotal, purchase.total, purchase.subtotalBase,
                   purchase.taxBase, purchase.totalBase, taxesJson(purchase), purchase.locationId,
                   purchase.note, purchase.createdAt, purchase.createdByKind, purchase.createdById);
    insertLines(call, purchase);
}

void insertReceipt(Call& call, const Purchase& purchase, const Receipt& receipt) {
    call.db().send(InsertReceipt, call.companyId(), receipt.id, purchase.id, receipt.number, receipt.date,
                   receipt.locationId, receipt.complete, receipt.note, receipt.createdAt,
                   call.actor().kindText(), call.actor().optionalId());
    ArrayParam position, line, item, quantity, cost, lot, expiry;
    std::int64_t at = 0;
    for (const ReceiptLine& received : receipt.lines) {
        position.add(at++);
        line.add(received.lineId);
        item.add(received.itemId);
        quantity.add(received.quantity);
        cost.add(received.unitCost);
        lot.add(received.lotNumber);
        expiry.add(received.expiresOn);
    }
    call.db().send(InsertReceiptLines, call.companyId(), receipt.id, position, line, item, quantity, cost,
                   lot, expiry);
}

void updateReceived(Call& call, const Purchase& purchase, bool newVersion) {
    ArrayParam ids, quantities;
    for (const PurchaseLine& line : purchase.lines) {
        ids.add(line.id);
        quantities.add(line.quantityReceived);
    }
    call.db().send(UpdateLinesReceived, call.companyId(), purchase.id, ids, quantities);
    call.db().send(UpdateReceived, call.companyId(), purchase.id, purchase.receiptStatus,
                   purchase.receivedBase, newVersion ? 1 : 0, call.now());
}

void insertPayment(Call& call, const Purchase& purchase, const Payment& payment) {
    call.db().send(InsertPayment, call.companyId(), payment.id, purchase.id, payment.amount,
                   payment.amountBase, payment.currency, payment.method, payment.origin, payment.walletId,
                   payment.walletAmount, payment.walletCurrency, payment.transactionId, payment.date,
                   payment.reference, payment.note, payment.createdAt, call.actor().kindText(),
                   call.actor().optionalId());
}

void updatePaid(Call& call, const Purchase& purchase, bool newVersion) {
    call.db().send(UpdatePaid, call.companyId(), purchase.id, purchase.paid, purchase.paidBase,
                   purchase.paymentStatus, newVersion ? 1 : 0, call.now());
}

void updateEditable(Call& call, const Purchase& purchase) {
    call.db().send(UpdateEditable, call.companyId(), purchase.id, purchase.supplierReference,
                   purchase.expectedAt, purchase.dueDate, purchase.note, call.now());
}

void updateCancelled(Call& call, const Purchase& purchase) {
    call.db().send(UpdateCancelled, call.companyId(), purchase.id, purchase.paymentStatus,
                   purchase.cancellation->at, purchase.cancellation->reason);
}

void markVoided(Call& call, const Payment& payment) {
    call.db().send(MarkVoided, call.companyId(), payment.id);
}

} // namespace svc::purchases

#include "store/sale_writes.hpp"

#include "store/taxes.hpp"

namespace svc::sales {
namespace {

const std::string InsertSale =
    "INSERT INTO sales.sale (company_id, id, number, kind, payment_status, delivery_status, channel, "
    "external_id,"
    " business_unit_id, partner_id, partner_name, date, due_date, currency, exchange_rate, "
    "prices_include_tax,"
    " discount_percent, discount_amount, subtotal, discount_total, tax_total, total, paid, subtotal_base, "
    "tax_base,"
    " total_base, paid_base, taxes, stock_mode, location_id, quote_id, purchase_order_ref, note, "
    "payment_reference,"
    " created_at, updated_at, created_by_kind, created_by_id, recurring_id,"
    " corrects_id, prepayment, seller_seal, buyer_seal)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, "
    "$21, $22,"
    " $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $35, $36, $37, $38,"
    " $39, $40, " +
    sealOf("$41") + ", " + sealOf("$42") + ")";

constexpr std::string_view InsertLines =
    "INSERT INTO sales.line (company_id, sale_id, position, id, item_id, label, description, quantity, unit,"
    " unit_price, discount_percent, discount_amount, service, stocked, tax_category, tax_rate, "
    "tax_exemption_reason,"
    " lot_number, net, tax, total, net_base, tax_base, quantity_delivered, sku, barcode)"
    " SELECT $1::uuid, $2::uuid, l.* FROM unnest($3::int[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], "
    "$8::numeric[],"
    " $9::text[], $10::numeric[], $11::numeric[], $12::bigint[], $13::boolean[], $14::boolean[], $15::text[],"
    " $16::numeric[], $17::text[], $18::text[], $19::bigint[], $20::bigint[], $21::bigint[], $22::bigint[],"
    " $23::bigint[], $24::numeric[], $25::text[], $26::text[]) AS l";

constexpr std::string_view InsertPayment =
    "INSERT INTO sales.payment (company_id, id, sale_id, amount, amount_base, currency, method, origin, "
    "wallet_id,"
    " wallet_amount, wallet_currency, transaction_id, date, reference, note, tendered, change, created_at,"
    " created_by_kind, created_by_id, provider)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, "
    "$21)";

constexpr std::string_view UpdatePaid = "UPDATE sales.sale SET paid = $3, paid_base = $4, payment_status = "
                                        "$5, version = version + 1, updated_at = $6"
                                        " WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateFiscalStatus =
    "UPDATE sales.sale SET fiscal_status = $3, version = version + 1, updated_at = $4"
    " WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateEditable =
    "UPDATE sales.sale SET note = $3, due_date = $4, purchase_order_ref = $5, external_id = $6,"
    " version = version + 1, updated_at = $7 WHERE company_id = $1 AND id = $2";

std::string_view stockModeText(StockMode mode) {
    switch (mode) {
    case StockMode::Issued:
        return "issued";
    case StockMode::Reserved:
        return "reserved";
    case StockMode::None:
        break;
    }
    return "none";
}

void insertLines(Call& call, const Sale& sale) {
    ArrayParam position, id, item, label, description, quantity, unit, price, percent, discount, service,
        stocked;
    ArrayParam category, rate, reason, lot, net, tax, total, netBase, taxBase, delivered, sku, barcode;
    std::int64_t at = 0;
    for (const SaleLine& line : sale.lines) {
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
        category.add(line.taxCategory);
        rate.add(line.taxRate);
        reason.add(line.taxExemptionReason);
        lot.add(line.lotNumber);
        net.add(line.net);
        tax.add(line.tax);
        total.add(line.total);
        netBase.add(line.netBase);
        taxBase.add(line.taxBase);
        delivered.add(line.quantityDelivered);
        sku.add(line.sku);
        barcode.add(line.barcode);
    }
    call.db().send(InsertLines, call.companyId(), sale.id, position, id, item, label, description, quantity,
                   unit, price, percent, discount, service, stocked, category, rate, reason, lot, net, tax,
                   total, netBase, taxBase, delivered, sku, barcode);
}

} // namespace

void insertSale(Call& call, const Sale& sale, const Parties& parties) {
    const std::optional<std::string_view> partnerName =
        sale.partnerId ? std::optional<std::string_view>(sale.partnerName) : std::nullopt;
    call.db().send(InsertSale, call.companyId(), sale.id, sale.number, sale.kind, sale.paymentStatus,
                   sale.deliveryStatus, sale.channel, sale.externalId, sale.businessUnitId, sale.partnerId,
                   partnerName, sale.date, sale.dueDate, sale.currency, sale.exchangeRate,
                   sale.pricesIncludeTax, sale.discountPercent, sale.discountAmount, sale.subtotal,
                   sale.discountTotal, sale.taxTotal, sale.total, sale.paid, sale.subtotalBase, sale.taxBase,
                   sale.totalBase, sale.paidBase, taxesJson(sale.taxes), stockModeText(sale.stockMode),
                   sale.locationId, sale.quoteId, sale.purchaseOrderRef, sale.note, sale.paymentReference,
                   sale.createdAt, sale.createdByKind, sale.createdById, sale.recurringId, sale.correctsId,
                   sale.prepayment, parties.seller, parties.buyer);
    keepParties(call, parties);
    insertLines(call, sale);
}

void insertPayment(Call& call, const Sale& sale, const Payment& payment) {
    call.db().send(InsertPayment, call.companyId(), payment.id, sale.id, payment.amount, payment.amountBase,
                   payment.currency, payment.method, payment.origin, payment.walletId, payment.walletAmount,
                   payment.walletCurrency, payment.transactionId, payment.date, payment.reference,
                   payment.note, payment.tendered, payment.change, payment.createdAt, call.actor().kindText(),
                   call.actor().optionalId(), payment.provider);
}

void updatePaid(Call& call, const Sale& sale) {
    call.db().send(UpdatePaid, call.companyId(), sale.id, sale.paid, sale.paidBase, sale.paymentStatus,
                   call.now());
}

void updateFiscalStatus(Call& call, Sale& sale) {
    ++sale.version;
    sale.updatedAt = call.now();
    call.db().send(UpdateFiscalStatus, call.companyId(), sale.id, sale.fiscalStatus, call.now());
}

void updateEditable(Call& call, const Sale& sale) {
    call.db().send(UpdateEditable, call.companyId(), sale.id, sale.note, sale.dueDate, sale.purchaseOrderRef,
                   sale.externalId, call.now());
}

} // namespace svc::sales

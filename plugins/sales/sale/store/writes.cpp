#include "sale/store/writes.hpp"

#include "sale/columns.hpp"

namespace svc::sales {
namespace {

// Written out instead of built from the table of sale/columns.hpp: the database computes the seals from
// texts, and credits and refunds of a new sale are column defaults.
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
    " corrects_id, prepayment, fiscal_status, seller_seal, buyer_seal)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, "
    "$21, $22,"
    " $23, $24, $25, $26, $27, $28, $29, $30, $31, $32, $33, $34, $35, $35, $36, $37, $38,"
    " $39, $40, $41, " +
    sealOf("$42") + ", " + sealOf("$43") + ")";

constexpr std::string_view UpdatePaid = "UPDATE sales.sale SET paid = $3, paid_base = $4, payment_status = "
                                        "$5, version = version + 1, updated_at = $6"
                                        " WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateFiscalStatus =
    "UPDATE sales.sale SET fiscal_status = $3, version = version + 1, updated_at = $4"
    " WHERE company_id = $1 AND id = $2";

// Does not change the version, which no client has seen yet.
constexpr std::string_view CorrectFiscalStatus =
    "UPDATE sales.sale SET fiscal_status = $3 WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateEditable =
    "UPDATE sales.sale SET note = $3, due_date = $4, purchase_order_ref = $5, external_id = $6,"
    " version = version + 1, updated_at = $7 WHERE company_id = $1 AND id = $2";

} // namespace

void insertSale(Call& call, Sale& sale, const Parties& parties, api::SaleFiscalStatus fiscalStatus) {
    const std::optional<std::string_view> partnerName =
        sale.partner ? std::optional<std::string_view>(sale.partner->name) : std::nullopt;
    call.db().send(InsertSale, call.companyId(), sale.id, sale.number, toText(sale.kind),
                   toText(sale.paymentStatus), toText(sale.deliveryStatus), toText(sale.channel),
                   sale.externalId, sale.businessUnitId, sale.partnerId, partnerName, sale.date, sale.dueDate,
                   sale.currency, sale.exchangeRate, sale.pricesIncludeTax, sale.discountPercent,
                   sale.discountAmount, sale.subtotal, sale.discountTotal, sale.taxTotal, sale.total,
                   sale.paid, sale.subtotalBase, sale.taxBase, sale.totalBase, sale.paidBase,
                   ColumnForm<std::vector<SaleTax>>::write(sale.taxes), toText(sale.stockMode),
                   sale.locationId, sale.quoteId, sale.purchaseOrderRef, sale.note, sale.paymentReference,
                   sale.createdAt, sale.createdBy.kindText(), sale.createdBy.optionalId(), sale.recurringId,
                   sale.correctsSaleId, sale.prepayment, toText(fiscalStatus), parties.seller, parties.buyer);
    keepParties(call, parties);
    for (std::size_t i = 0; i < sale.lines.size(); ++i) {
        sale.lines[i].saleId = sale.id;
        sale.lines[i].position = static_cast<std::int64_t>(i);
    }
    Lines.insert(call, sale.lines);
}

void insertPayment(Call& call, const Payment& payment) {
    Payments.insert(call, {payment});
}

void updatePaid(Call& call, const Sale& sale) {
    call.db().send(UpdatePaid, call.companyId(), sale.id, sale.paid, sale.paidBase,
                   toText(sale.paymentStatus), call.now());
}

void updateFiscalStatus(Call& call, Sale& sale) {
    ++sale.version;
    sale.updatedAt = call.now();
    call.db().send(UpdateFiscalStatus, call.companyId(), sale.id, toText(sale.fiscalStatus), call.now());
}

void correctFiscalStatus(Call& call, const IssuingSale& issuing) {
    if (issuing.hasStaleStatus()) {
        const Sale& sale = issuing.sale();
        call.db().send(CorrectFiscalStatus, call.companyId(), sale.id, toText(sale.fiscalStatus));
    }
}

void updateEditable(Call& call, const Sale& sale) {
    call.db().send(UpdateEditable, call.companyId(), sale.id, sale.note, sale.dueDate, sale.purchaseOrderRef,
                   sale.externalId, call.now());
}

} // namespace svc::sales

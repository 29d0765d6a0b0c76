#include "sale/store/credit_writes.hpp"

#include "sale/columns.hpp"

namespace svc::sales {
namespace {

const std::string InsertCreditNote =
    "INSERT INTO sales.credit_note (company_id, id, sale_id, number, kind, date, currency, total, tax_total,"
    " total_base, tax_base, taxes, lines, reason, created_at, created_by_kind, created_by_id,"
    " seller_seal)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, " +
    sealOf("$18") + ")";

constexpr std::string_view UpdateCredited =
    "UPDATE sales.sale SET status = $3, payment_status = $4, delivery_status = $5, credited = $6,"
    " credited_base = $7, refunded = $8, refunded_base = $9, cancelled_at = $10, cancel_reason = $11,"
    " cancel_number = $12, version = version + 1, updated_at = $13 WHERE company_id = $1 AND id = $2";

// `position` is part of the primary key.
constexpr std::string_view UpdateLines =
    "UPDATE sales.line l SET quantity_delivered = c.delivered, quantity_refunded = c.refunded,"
    " quantity_returned = c.returned, quantity_cancelled = c.cancelled, credited = c.credited,"
    " credited_tax = c.tax, credited_net_base = c.net_base, credited_tax_base = c.tax_base"
    " FROM unnest($3::int[], $4::numeric[], $5::numeric[], $6::numeric[], $7::numeric[], $8::bigint[],"
    " $9::bigint[], $10::bigint[], $11::bigint[])"
    " AS c (position, delivered, refunded, returned, cancelled, credited, tax, net_base, tax_base)"
    " WHERE l.company_id = $1 AND l.sale_id = $2 AND l.position = c.position";

constexpr std::string_view InsertDeliveryLines =
    "INSERT INTO sales.delivery_line (company_id, delivery_id, position, line_id, quantity)"
    " SELECT $1::uuid, $2::uuid, l.* FROM unnest($3::int[], $4::uuid[], $5::numeric[]) AS l";

constexpr std::string_view UpdateDelivered =
    "UPDATE sales.sale SET delivery_status = $3, version = version + 1, updated_at = $4"
    " WHERE company_id = $1 AND id = $2";

constexpr std::string_view UpdateVoided =
    "UPDATE sales.payment SET status = 'voided', voided_at = $3, void_reason = $4"
    " WHERE company_id = $1 AND id = $2";

using NoteLine = api::SaleCreditNoteLine;

/// A line for a part of the total.
NoteLine noteLine(const std::string& label, const SaleTax& amounts) {
    return {.label = label,
            .quantity = Decimal(1),
            .unit = "C62",
            .taxCategory = amounts.taxCategory,
            .taxRate = amounts.taxRate,
            .net = amounts.net,
            .tax = amounts.tax,
            .total = amounts.net + amounts.tax};
}

NoteLine noteLine(const SaleLine& line, const LineCredit& credit) {
    return {.lineId = line.id,
            .label = line.label,
            .quantity = credit.quantity,
            .unit = line.unit,
            .service = line.service,
            .taxCategory = line.taxCategory,
            .taxRate = line.taxRate,
            .net = credit.net,
            .tax = credit.tax,
            .total = credit.net + credit.tax};
}

std::vector<NoteLine> linesOf(const Sale& sale, const Credit& credit) {
    std::vector<NoteLine> lines;
    bool complete = true;
    for (const LineCredit& one : credit.lines) {
        complete = complete && !one.quantity.isZero();
    }
    if (!complete) {
        for (const SaleTax& tax : credit.taxes) {
            lines.push_back(noteLine(sale.number, tax));
        }
        return lines;
    }
    for (const LineCredit& one : credit.lines) {
        lines.push_back(noteLine(sale.lines[one.line], one));
    }
    return lines;
}

} // namespace

void insertCreditNote(Call& call, const Sale& sale, const CreditNote& note, const Credit& credit,
                      const Parties& parties) {
    call.db().send(InsertCreditNote, call.companyId(), note.id, sale.id, note.number, toText(note.kind),
                   note.date, sale.currency, credit.total, credit.tax, credit.totalBase, credit.taxBase,
                   ColumnForm<std::vector<SaleTax>>::write(credit.taxes),
                   ColumnForm<std::vector<NoteLine>>::write(linesOf(sale, credit)), note.reason, call.now(),
                   call.actor().kindText(), call.actor().optionalId(), parties.seller);
    keepParties(call, parties);
}

void insertRefund(Call& call, const Refund& refund) {
    Refunds.insert(call, {refund});
}

void updateCredited(Call& call, const Sale& sale) {
    std::optional<Instant> at;
    std::optional<std::string> reason;
    std::optional<std::string> number;
    if (sale.cancellation) {
        at = sale.cancellation->at;
        reason = sale.cancellation->reason;
        number = sale.cancellation->creditNoteNumber;
    }
    call.db().send(UpdateCredited, call.companyId(), sale.id, toText(sale.status), toText(sale.paymentStatus),
                   toText(sale.deliveryStatus), sale.credited, sale.creditedBase, sale.refunded,
                   sale.refundedBase, at, reason, number, call.now());
}

void updateLines(Call& call, const Sale& sale, const std::vector<std::size_t>& lines) {
    if (lines.empty()) {
        return;
    }
    ArrayParam position, delivered, refunded, returned, cancelled, credited, tax, netBase, taxBase;
    for (const std::size_t at : lines) {
        const SaleLine& line = sale.lines[at];
        position.add(static_cast<std::int64_t>(at));
        delivered.add(line.quantityDelivered);
        refunded.add(line.quantityRefunded);
        returned.add(line.quantityReturned);
        cancelled.add(line.quantityCancelled);
        credited.add(line.credited);
        tax.add(line.creditedTax);
        netBase.add(line.creditedNetBase);
        taxBase.add(line.creditedTaxBase);
    }
    call.db().send(UpdateLines, call.companyId(), sale.id, position, delivered, refunded, returned, cancelled,
                   credited, tax, netBase, taxBase);
}

void insertDelivery(Call& call, const Delivery& delivery) {
    Deliveries.insert(call, {delivery});
    ArrayParam position, line, quantity;
    std::int64_t at = 0;
    for (const api::SaleDeliveryLine& one : delivery.lines) {
        position.add(at++);
        line.add(one.lineId);
        quantity.add(one.quantity);
    }
    call.db().send(InsertDeliveryLines, call.companyId(), delivery.id, position, line, quantity);
    call.db().send(UpdateDelivered, call.companyId(), delivery.saleId, toText(delivery.deliveryStatus),
                   call.now());
}

void updateVoided(Call& call, PaymentId payment, std::string_view reason) {
    call.db().send(UpdateVoided, call.companyId(), payment, call.now(), reason);
}

} // namespace svc::sales

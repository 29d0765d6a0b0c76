#include "store/follow_store.hpp"

#include "store/sale_store.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view CountReminder =
    "UPDATE sales.sale SET reminders = reminders + 1 WHERE company_id = $1"
    " AND id = $2 RETURNING reminders";

// sale_overdue_index.
constexpr std::string_view Overdue = " FROM sales.sale s WHERE s.company_id = $1 AND s.balance > 0 AND "
                                     "s.overdue_at IS NULL AND s.due_date < $2"
                                     " AND s.status = 'active' AND s.kind = 'invoice' ORDER BY s.due_date, "
                                     "s.id LIMIT $3 FOR UPDATE SKIP LOCKED";

constexpr std::string_view MarkOverdue =
    "UPDATE sales.sale SET overdue_at = $3 WHERE company_id = $1 AND id = ANY ($2::uuid[])";

constexpr std::string_view SaleOfPayment =
    "SELECT sale_id FROM sales.payment WHERE company_id = $1 AND id = $2";

// sale_due_date_index.
constexpr std::string_view Open =
    " FROM sales.sale s WHERE s.company_id = $1 AND s.balance > 0 AND s.status = 'active'"
    " AND ($2::uuid IS NULL OR s.partner_id = $2) AND ($3::text IS NULL OR s.currency = $3)"
    " AND ($4::text[] IS NULL OR s.number = ANY ($4) OR s.payment_reference = ANY ($4)"
    " OR s.external_id = ANY ($4)) ORDER BY s.due_date NULLS LAST, s.id LIMIT $5";

// Identifiers begin with the time of their making: the primary keys find what was recorded between two
// instants.
constexpr std::string_view SalesBetween =
    "SELECT count(*), coalesce(sum(total_base), 0)::bigint FROM sales.sale WHERE company_id = $1"
    " AND business_unit_id = $2 AND id >= $3 AND id < $4 AND status = 'active'";
constexpr std::string_view PaymentsBetween =
    "SELECT p.method, sum(p.amount_base)::bigint FROM sales.payment p"
    " JOIN sales.sale s ON s.company_id = p.company_id AND s.id = p.sale_id"
    " WHERE p.company_id = $1 AND s.business_unit_id = $2 AND p.id >= $3 AND p.id < $4"
    " AND p.status = 'received' GROUP BY p.method ORDER BY p.method";

constexpr std::string_view FindCreditNote =
    "SELECT id, sale_id, number, kind, date, currency, total, tax_total, total_base, taxes, lines, reason,"
    " created_at FROM sales.credit_note WHERE company_id = $1 AND id = $2";

constexpr std::string_view FindDelivery =
    "SELECT d.number, d.date, s.partner_id, s.partner_name FROM sales.delivery d"
    " JOIN sales.sale s ON s.company_id = d.company_id AND s.id = d.sale_id"
    " WHERE d.company_id = $1 AND d.id = $2";

std::vector<Sale> salesFrom(const Rows& rows) {
    std::vector<Sale> sales;
    for (const Row row : rows) {
        sales.push_back(saleFrom(row));
    }
    return sales;
}

/// The first identifier that can be made in the millisecond after `instant`; `-1` gives the one of it.
Uuid firstAt(std::int64_t millis) {
    std::array<std::uint8_t, 16> bytes{};
    for (int i = 0; i < 6; ++i) {
        bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>((millis >> (40 - 8 * i)) & 0xff);
    }
    return Uuid::fromBytes(bytes.data());
}

} // namespace

std::int64_t countReminder(Call& call, const Uuid& sale) {
    return call.db().query(CountReminder, call.companyId(), sale)[0].integer(0);
}

std::vector<Sale> lockOverdue(Call& call, Date today, std::int64_t limit) {
    return salesFrom(
        call.db().query("SELECT " + saleColumns({}) + std::string(Overdue), call.companyId(), today, limit));
}

void markOverdue(Call& call, const std::vector<Sale>& sales) {
    if (sales.empty()) {
        return;
    }
    ArrayParam ids;
    for (const Sale& sale : sales) {
        ids.add(sale.id);
    }
    call.db().send(MarkOverdue, call.companyId(), ids, call.now());
}

std::optional<Uuid> saleOfPayment(Call& call, const Uuid& payment) {
    const Rows rows = call.db().query(SaleOfPayment, call.companyId(), payment);
    return rows.empty() ? std::nullopt : std::optional(rows[0].uuid(0));
}

std::vector<Sale> openSales(Call& call, const OpenFilter& filter, std::int64_t limit) {
    Param numbers = nullptr;
    ArrayParam list;
    if (filter.numbers) {
        for (const std::string& number : *filter.numbers) {
            list.add(number);
        }
        numbers = list;
    }
    return salesFrom(call.db().query("SELECT " + saleColumns({}) + std::string(Open), call.companyId(),
                                     filter.partner, filter.currency, numbers, limit));
}

PeriodTotals totalsBetween(Call& call, const Uuid& businessUnit, Instant from, Instant to) {
    constexpr std::int64_t Milli = 1000;
    const Uuid first = firstAt(from.micros() / Milli);
    const Uuid after = firstAt(to.micros() / Milli + 1);
    PeriodTotals totals;
    const Rows sales = call.db().query(SalesBetween, call.companyId(), businessUnit, first, after);
    totals.count = sales[0].integer(0);
    totals.total = sales[0].integer(1);
    for (const Row row : call.db().query(PaymentsBetween, call.companyId(), businessUnit, first, after)) {
        totals.byMethod.emplace_back(row.text(0), row.integer(1));
    }
    return totals;
}

std::optional<CreditNoteRecord> findCreditNote(Call& call, const Uuid& id) {
    const Rows rows = call.db().query(FindCreditNote, call.companyId(), id);
    if (rows.empty()) {
        return std::nullopt;
    }
    const Row row = rows[0];
    CreditNoteRecord note;
    note.id = row.uuid(0);
    note.saleId = row.uuid(1);
    note.number = row.text(2);
    note.kind = row.text(3);
    note.date = row.date(4);
    note.currency = row.currency(5);
    note.total = row.integer(6);
    note.taxTotal = row.integer(7);
    note.totalBase = row.integer(8);
    note.taxes = row.json(9);
    note.lines = row.json(10);
    if (const auto reason = row.optionalText(11)) {
        note.reason = std::string(*reason);
    }
    note.createdAt = row.instant(12);
    return note;
}

std::optional<DeliveryRecord> findDelivery(Call& call, const Uuid& id) {
    const Rows rows = call.db().query(FindDelivery, call.companyId(), id);
    if (rows.empty()) {
        return std::nullopt;
    }
    return DeliveryRecord{std::string(rows[0].text(0)), rows[0].date(1), rows[0].optionalUuid(2),
                          std::string(rows[0].optionalText(3).value_or(""))};
}

} // namespace svc::sales

#include "sale/store/follow.hpp"

#include <algorithm>
#include <array>

#include "sale/columns.hpp"
#include "sale/store/find.hpp"

namespace svc::sales {
namespace {

constexpr std::int64_t MostOpen = 200;

constexpr std::string_view CountReminder =
    "UPDATE sales.sale SET reminders = reminders + 1 WHERE company_id = $1"
    " AND id = $2 RETURNING reminders";

// Served by the index sale_overdue_index.
constexpr std::string_view Overdue = " FROM sales.sale r WHERE r.company_id = $1 AND r.balance > 0 AND "
                                     "r.overdue_at IS NULL AND r.due_date < $2"
                                     " AND r.status = 'active' AND r.kind = 'invoice' ORDER BY r.due_date, "
                                     "r.id LIMIT $3 FOR UPDATE SKIP LOCKED";

constexpr std::string_view MarkOverdue =
    "UPDATE sales.sale SET overdue_at = $3 WHERE company_id = $1 AND id = ANY ($2::uuid[])";

constexpr std::string_view SaleOfPayment =
    "SELECT sale_id FROM sales.payment WHERE company_id = $1 AND id = $2";

const Table OpenSales("sales.sale", columnWrittenOnce("id", &commands::OpenSale::id),
                      column("number", &commands::OpenSale::number),
                      column("external_id", &commands::OpenSale::externalId),
                      column("payment_reference", &commands::OpenSale::paymentReference),
                      column("date", &commands::OpenSale::date),
                      column("due_date", &commands::OpenSale::dueDate),
                      column("partner_id", &commands::OpenSale::partnerId),
                      column("currency", &commands::OpenSale::currency),
                      column("total", &commands::OpenSale::total), column("paid", &commands::OpenSale::paid),
                      column("balance", &commands::OpenSale::balance));

// Served by the index sale_due_date_index.
constexpr std::string_view Open =
    " FROM sales.sale s WHERE s.company_id = $1 AND s.balance > 0 AND s.status = 'active'"
    " AND ($2::uuid IS NULL OR s.partner_id = $2) AND ($3::text IS NULL OR s.currency = $3)"
    " AND ($4::text[] IS NULL OR s.number = ANY ($4) OR s.payment_reference = ANY ($4)"
    " OR s.external_id = ANY ($4)) ORDER BY s.due_date NULLS LAST, s.id LIMIT $5";

// Identifiers begin with the instant of creation, so the primary keys find what was recorded between two
// instants.
constexpr std::string_view SalesBetween =
    "SELECT count(*), coalesce(sum(total_base), 0)::bigint FROM sales.sale WHERE company_id = $1"
    " AND business_unit_id = $2 AND id >= $3 AND id < $4 AND status = 'active'";

constexpr std::string_view PaymentsBetween =
    "SELECT p.method, sum(p.amount_base)::bigint FROM sales.payment p"
    " JOIN sales.sale s ON s.company_id = p.company_id AND s.id = p.sale_id"
    " WHERE p.company_id = $1 AND s.business_unit_id = $2 AND p.id >= $3 AND p.id < $4"
    " AND p.status = 'received' GROUP BY p.method ORDER BY p.method";

using Noted = CreditNoteRow;
const Table CreditNotes("sales.credit_note", columnWrittenOnce<Noted>("id", &Noted::id),
                        column("sale_id", &Noted::saleId), column("number", &Noted::number),
                        column("kind", &Noted::kind), column("date", &Noted::date),
                        column("currency", &Noted::currency), column("total", &Noted::total),
                        column("tax_total", &Noted::taxTotal), column("total_base", &Noted::totalBase),
                        column("taxes", &Noted::taxes), column("lines", &Noted::kept),
                        column("reason", &Noted::reason), column("created_at", &Noted::createdAt));

const Table Names("named", columnWrittenOnce("number", &commands::NamedDocument::number),
                  column("date", &commands::NamedDocument::date),
                  column("partner_id", &commands::NamedDocument::partnerId),
                  column("label", &commands::NamedDocument::label));

/// The first identifier that can be created in the given millisecond.
Uuid firstAt(std::int64_t millis) {
    std::array<std::uint8_t, 16> bytes{};
    for (int i = 0; i < 6; ++i) {
        bytes[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>((millis >> (40 - 8 * i)) & 0xff);
    }
    return Uuid::fromBytes(bytes.data());
}

/// The name of a document in `table`; `partner` is the alias of the row with its partner.
template <class DocumentId>
std::optional<commands::NamedDocument> nameIn(Call& call, const std::string& table,
                                              const std::string& partner, DocumentId id) {
    const std::string sql = "SELECT " + Names.select("x") + " FROM (SELECT d.number, d.date, " + partner +
                            ".partner_id, concat_ws(' ', d.number, " + partner +
                            ".partner_name) AS label FROM " + table +
                            " WHERE d.company_id = $1 AND d.id = $2) x";
    const Rows rows = call.db().query(sql, call.companyId(), id);
    if (rows.empty()) {
        return std::nullopt;
    }
    commands::NamedDocument named = Names.read(rows[0]);
    named.id = id.toString();
    return named;
}

/// A document that belongs to a sale, joined with it.
std::string following(const std::string& table) {
    return table + " d JOIN sales.sale s ON s.company_id = d.company_id AND s.id = d.sale_id";
}

} // namespace

std::int64_t countReminder(Call& call, SaleId sale) {
    return call.db().query(CountReminder, call.companyId(), sale)[0].integer(0);
}

std::vector<Sale> lockOverdue(Call& call, Date today, std::int64_t limit) {
    std::vector<Sale> sales;
    for (const Row row : call.db().query("SELECT " + saleColumns({}) + std::string(Overdue), call.companyId(),
                                         today, limit)) {
        sales.push_back(saleFrom(row));
    }
    return sales;
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

std::optional<SaleId> saleOfPayment(Call& call, PaymentId payment) {
    const Rows rows = call.db().query(SaleOfPayment, call.companyId(), payment);
    return rows.empty() ? std::nullopt : std::optional(rows[0].id<SaleId>(0));
}

std::vector<commands::OpenSale> openSales(Call& call, const commands::OpenInput& filter) {
    Param numbers = nullptr;
    ArrayParam list;
    if (filter.numbers) {
        for (const std::string& number : *filter.numbers) {
            list.add(number);
        }
        numbers = list;
    }
    const std::string sql = "SELECT " + OpenSales.select("s") + ", s.partner_name" + std::string(Open);
    const std::int64_t limit = std::min(filter.limit.value_or(MostOpen), MostOpen);
    std::vector<commands::OpenSale> sales;
    for (const Row row :
         call.db().query(sql, call.companyId(), filter.partnerId, filter.currency, numbers, limit)) {
        sales.push_back(OpenSales.read(row));
        sales.back().partnerName = row.optionalText(OpenSales.width()).value_or("");
    }
    return sales;
}

commands::SessionTotalsOutput totalsBetween(Call& call, const commands::SessionTotalsInput& period) {
    constexpr std::int64_t Milli = 1000;
    const Uuid first = firstAt(period.from.micros() / Milli);
    const Uuid after = firstAt(period.to.micros() / Milli + 1);
    const Rows sales = call.db().query(SalesBetween, call.companyId(), period.businessUnitId, first, after);
    commands::SessionTotalsOutput totals{
        .count = sales[0].integer(0), .total = MinorAmount(sales[0].integer(1)), .byMethod = Json::array()};
    for (const Row row :
         call.db().query(PaymentsBetween, call.companyId(), period.businessUnitId, first, after)) {
        totals.byMethod.push(Json::object({{"method", row.text(0)}, {"amount", row.integer(1)}}));
    }
    return totals;
}

std::optional<CreditNoteRow> findCreditNote(Call& call, CreditNoteId id) {
    static const std::string sql = "SELECT " + CreditNotes.select("n") +
                                   " FROM sales.credit_note n WHERE n.company_id = $1 AND n.id = $2";
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(CreditNotes.read(rows[0]));
}

std::optional<commands::NamedDocument> nameOfSale(Call& call, SaleId id) {
    return nameIn(call, "sales.sale d", "d", id);
}

std::optional<commands::NamedDocument> nameOfDelivery(Call& call, DeliveryId id) {
    return nameIn(call, following("sales.delivery"), "s", id);
}

std::optional<commands::NamedDocument> nameOfCreditNote(Call& call, CreditNoteId id) {
    return nameIn(call, following("sales.credit_note"), "s", id);
}

std::optional<commands::NamedDocument> nameOfQuote(Call& call, QuoteId id) {
    return nameIn(call, "sales.quote d", "d", id);
}

} // namespace svc::sales

#include "store/sale_list.hpp"

#include <svc/text.hpp>

namespace svc::sales {
namespace {

/// A condition on `sale s` when the filter is there. When it is not, its parameter is still mentioned, with
/// its type, so that every combination of filters has the same parameters; the planner drops it.
struct Condition {
    bool active;
    std::string_view sql;
    std::string_view absent;
};

// Serves lists that filter by dates, business unit and states alone, at any number of sales.
constexpr std::string_view SummaryOfTally =
    "SELECT coalesce(sum(t.documents), 0)::bigint AS documents,"
    " coalesce(sum(t.subtotal) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(t.tax) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(t.total) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(t.paid) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS paid,"
    " coalesce(sum(t.balance) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS balance"
    " FROM sales.tally t WHERE t.company_id = $1";
constexpr std::string_view SummaryOfSales =
    "SELECT count(*) AS documents,"
    " coalesce(sum(s.subtotal_base) FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(s.tax_base) FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(s.total_base) FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(s.paid_base) FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS paid,"
    " coalesce(sum(s.total_base - s.credited_base - s.paid_base + s.refunded_base)"
    " FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS balance"
    " FROM sales.sale s WHERE s.company_id = $1";

std::string_view orderOf(std::string_view sort) {
    if (sort == "date") {
        return " ORDER BY s.date, s.id";
    }
    if (sort == "number") {
        return " ORDER BY s.kind, s.number, s.id";
    }
    if (sort == "-number") {
        return " ORDER BY s.kind DESC, s.number DESC, s.id DESC";
    }
    if (sort == "total") {
        return " ORDER BY s.total_base, s.id";
    }
    if (sort == "-total") {
        return " ORDER BY s.total_base DESC, s.id DESC";
    }
    return " ORDER BY s.date DESC, s.id DESC";
}

template <class Value>
Param arrayOf(const std::optional<std::vector<Value>>& values) {
    if (!values) {
        return nullptr;
    }
    ArrayParam array;
    for (const Value& value : *values) {
        array.add(value);
    }
    return array;
}

/// The pattern of a LIKE that finds `text` anywhere, its own wildcards taken literally.
std::optional<std::string> patternOf(const std::optional<std::string>& text) {
    if (!text) {
        return std::nullopt;
    }
    std::string pattern = "%";
    for (const char c : *text) {
        if (c == '%' || c == '_' || c == '\\') {
            pattern += '\\';
        }
        pattern += c;
    }
    return pattern + '%';
}

} // namespace

SaleListPage listSales(Database& db, const Uuid& company, const SaleListQuery& query) {
    const SaleFilter& filter = query.filter;
    const bool overdue = filter.overdue.value_or(false);
    const Condition tallied[] = {
        {filter.from.has_value(), " AND x.date >= $2", " AND $2::date IS NULL"},
        {filter.to.has_value(), " AND x.date <= $3", " AND $3::date IS NULL"},
        {filter.businessUnits.has_value(), " AND x.business_unit_id = ANY ($4)", " AND $4::uuid[] IS NULL"},
        {filter.paymentStatuses.has_value(), " AND x.payment_status = ANY ($6)", " AND $6::text[] IS NULL"},
        {filter.deliveryStatuses.has_value(), " AND x.delivery_status = ANY ($7)", " AND $7::text[] IS NULL"},
        {filter.fiscalStatuses.has_value(), " AND x.fiscal_status = ANY ($8)", " AND $8::text[] IS NULL"},
        {filter.statuses.has_value(), " AND x.status = ANY ($9)", " AND $9::text[] IS NULL"},
        {filter.kinds.has_value(), " AND x.kind = ANY ($10)", " AND $10::text[] IS NULL"},
        {filter.channels.has_value(), " AND x.channel = ANY ($11)", " AND $11::text[] IS NULL"},
    };
    const Condition others[] = {
        {filter.partners.has_value(), " AND s.partner_id = ANY ($5)", " AND $5::uuid[] IS NULL"},
        {filter.externalIds.has_value(), " AND s.external_id = ANY ($12)", " AND $12::text[] IS NULL"},
        {filter.overdue.has_value(),
         overdue ? " AND s.balance > 0 AND s.due_date < $13"
                 : " AND (s.balance <= 0 OR s.due_date IS NULL OR s.due_date >= $13)",
         " AND $13::date IS NULL"},
        {filter.text.has_value(),
         " AND (s.number ILIKE $14 OR s.partner_name ILIKE $14 OR s.external_id ILIKE $14 OR s.note ILIKE $14"
         " OR EXISTS (SELECT FROM sales.line l WHERE l.company_id = $1 AND l.sale_id = s.id AND l.label "
         "ILIKE $14))",
         " AND $14::text IS NULL"},
    };

    std::string onSales;
    std::string onTally;
    bool tallySuffices = true;
    for (const Condition& condition : tallied) {
        std::string text(condition.active ? condition.sql : condition.absent);
        const std::size_t table = condition.active ? text.find("x.") : std::string::npos;
        if (table != std::string::npos) {
            text[table] = 't';
        }
        onTally += text;
        if (table != std::string::npos) {
            text[table] = 's';
        }
        onSales += text;
    }
    for (const Condition& condition : others) {
        const std::string_view text = condition.active ? condition.sql : condition.absent;
        onSales += text;
        tallySuffices = tallySuffices && !condition.active;
        if (!condition.active) {
            onTally += text;
        }
    }

    std::string sql = "WITH summary AS (";
    sql += tallySuffices ? std::string(SummaryOfTally) + onTally : std::string(SummaryOfSales) + onSales;
    sql += "), page AS MATERIALIZED (SELECT s.* FROM sales.sale s WHERE s.company_id = $1" + onSales;
    sql += orderOf(query.sort);
    sql += " LIMIT $15 OFFSET $16) SELECT summary.documents, summary.subtotal, summary.tax, summary.total,"
           " summary.paid, summary.balance, " +
           saleColumns(query.parts) + " FROM summary LEFT JOIN page s ON true";
    sql += orderOf(query.sort);

    const std::optional<Date> today = filter.overdue ? std::optional(query.today) : std::nullopt;
    const Rows rows = db.query(
        sql, company, filter.from, filter.to, arrayOf(filter.businessUnits), arrayOf(filter.partners),
        arrayOf(filter.paymentStatuses), arrayOf(filter.deliveryStatuses), arrayOf(filter.fiscalStatuses),
        arrayOf(filter.statuses), arrayOf(filter.kinds), arrayOf(filter.channels),
        arrayOf(filter.externalIds), today, patternOf(filter.text), query.limit, query.offset);

    constexpr std::uint32_t FirstSaleColumn = 6;
    SaleListPage page;
    page.count = rows[0].integer(0);
    page.totals = {rows[0].integer(1), rows[0].integer(2), rows[0].integer(3), rows[0].integer(4),
                   rows[0].integer(5)};
    page.sales.reserve(rows.size());
    for (const Row row : rows) {
        // The summary comes alone when the page is empty.
        if (!row.isNull(FirstSaleColumn)) {
            page.sales.push_back(saleFrom(row, FirstSaleColumn));
        }
    }
    return page;
}

} // namespace svc::sales

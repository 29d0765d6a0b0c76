#include "store/purchase_list.hpp"

#include <svc/text.hpp>

namespace svc::purchases {
namespace {

/// A condition on `purchase p` when the filter is there. When it is not, its parameter is still mentioned,
/// with its type, so that every combination of filters has the same parameters; the planner drops it.
struct Condition {
    bool active;
    std::string_view sql;
    std::string_view absent;
};

// Counts and sums of the days serve lists that filter by dates and business unit alone, at any size of the
// company.
constexpr std::string_view SummaryOfDays =
    "SELECT coalesce(sum(d.documents), 0)::bigint AS documents, coalesce(sum(d.subtotal), 0)::bigint AS "
    "subtotal,"
    " coalesce(sum(d.tax), 0)::bigint AS tax, coalesce(sum(d.total), 0)::bigint AS total,"
    " coalesce(sum(d.paid), 0)::bigint AS paid FROM purchases.day d WHERE d.company_id = $1";
constexpr std::string_view SummaryOfPurchases =
    "SELECT count(*) AS documents,"
    " coalesce(sum(p.subtotal_base) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(p.tax_base) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(p.total_base) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(p.paid_base) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS paid"
    " FROM purchases.purchase p WHERE p.company_id = $1";

std::string_view orderOf(std::string_view sort) {
    if (sort == "date") {
        return " ORDER BY p.date, p.id";
    }
    if (sort == "number") {
        return " ORDER BY p.number, p.id";
    }
    if (sort == "-number") {
        return " ORDER BY p.number DESC, p.id DESC";
    }
    if (sort == "total") {
        return " ORDER BY p.total_base, p.id";
    }
    if (sort == "-total") {
        return " ORDER BY p.total_base DESC, p.id DESC";
    }
    return " ORDER BY p.date DESC, p.id DESC";
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

PurchaseListPage listPurchases(Database& db, const Uuid& company, const PurchaseListQuery& query) {
    const PurchaseFilter& filter = query.filter;
    const bool overdue = filter.overdue.value_or(false);
    const Condition dates[] = {
        {filter.from.has_value(), " AND x.date >= $2", " AND $2::date IS NULL"},
        {filter.to.has_value(), " AND x.date <= $3", " AND $3::date IS NULL"},
        {filter.businessUnits.has_value(), " AND x.business_unit_id = ANY ($4)", " AND $4::uuid[] IS NULL"},
    };
    const Condition others[] = {
        {filter.partners.has_value(), " AND p.partner_id = ANY ($5)", " AND $5::uuid[] IS NULL"},
        {filter.paymentStatuses.has_value(), " AND p.payment_status = ANY ($6)", " AND $6::text[] IS NULL"},
        {filter.receiptStatuses.has_value(), " AND p.receipt_status = ANY ($7)", " AND $7::text[] IS NULL"},
        {filter.statuses.has_value(), " AND p.status = ANY ($8)", " AND $8::text[] IS NULL"},
        {filter.references.has_value(), " AND p.supplier_reference = ANY ($9)", " AND $9::text[] IS NULL"},
        {filter.overdue.has_value(),
         overdue ? " AND p.balance > 0 AND p.due_date < $10"
                 : " AND (p.balance <= 0 OR p.due_date IS NULL OR p.due_date >= $10)",
         " AND $10::date IS NULL"},
        {filter.text.has_value(),
         " AND (p.number ILIKE $11 OR p.partner_name ILIKE $11 OR p.supplier_reference ILIKE $11"
         " OR p.note ILIKE $11 OR EXISTS (SELECT FROM purchases.line l WHERE l.company_id = $1"
         " AND l.purchase_id = p.id AND l.label ILIKE $11))",
         " AND $11::text IS NULL"},
    };

    std::string onPurchases;
    std::string onDays;
    bool daysSuffice = true;
    for (const Condition& condition : dates) {
        const std::string_view sql = condition.active ? condition.sql : condition.absent;
        std::string text(sql);
        if (condition.active) {
            text.replace(text.find("x."), 1, "p");
            onPurchases += text;
            text.replace(text.find("p."), 1, "d");
            onDays += text;
        } else {
            onPurchases += text;
            onDays += text;
        }
    }
    for (const Condition& condition : others) {
        onPurchases += condition.active ? condition.sql : condition.absent;
        daysSuffice = daysSuffice && !condition.active;
    }

    std::string sql = "WITH summary AS (";
    sql += daysSuffice ? std::string(SummaryOfDays) + onDays : std::string(SummaryOfPurchases) + onPurchases;
    sql +=
        "), page AS MATERIALIZED (SELECT p.* FROM purchases.purchase p WHERE p.company_id = $1" + onPurchases;
    sql += orderOf(query.sort);
    sql += " LIMIT $12 OFFSET $13) SELECT summary.documents, summary.subtotal, summary.tax, summary.total,"
           " summary.paid, " +
           purchaseColumns(query.parts) + " FROM summary LEFT JOIN page p ON true";
    sql += orderOf(query.sort);

    const std::optional<Date> today = filter.overdue ? std::optional(query.today) : std::nullopt;
    const Rows rows = db.query(
        sql, company, filter.from, filter.to, arrayOf(filter.businessUnits), arrayOf(filter.partners),
        arrayOf(filter.paymentStatuses), arrayOf(filter.receiptStatuses), arrayOf(filter.statuses),
        arrayOf(filter.references), today, patternOf(filter.text), query.limit, query.offset);

    constexpr std::uint32_t FirstPurchaseColumn = 5;
    PurchaseListPage page;
    page.count = rows[0].integer(0);
    page.totals = {rows[0].integer(1), rows[0].integer(2), rows[0].integer(3), rows[0].integer(4)};
    page.purchases.reserve(rows.size());
    for (const Row row : rows) {
        // The summary comes alone when the page is empty.
        if (!row.isNull(FirstPurchaseColumn)) {
            page.purchases.push_back(purchaseFrom(row, FirstPurchaseColumn));
        }
    }
    return page;
}

std::vector<Purchase> openPurchases(Database& db, const Uuid& company, const OpenFilter& filter,
                                    std::int64_t limit) {
    const std::string sql =
        "SELECT " + purchaseColumns({}) +
        " FROM purchases.purchase p WHERE p.company_id = $1 AND p.balance > 0"
        " AND ($2::uuid IS NULL OR p.partner_id = $2)"
        " AND ($3::text IS NULL OR p.currency = $3)"
        " AND ($4::text[] IS NULL OR p.number = ANY ($4) OR p.supplier_reference = ANY ($4))"
        " ORDER BY p.due_date, p.id LIMIT $5";
    const Rows rows =
        db.query(sql, company, filter.partnerId, filter.currency, arrayOf(filter.numbers), limit);
    std::vector<Purchase> open;
    for (const Row row : rows) {
        open.push_back(purchaseFrom(row));
    }
    return open;
}

} // namespace svc::purchases

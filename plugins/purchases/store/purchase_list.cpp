#include "store/purchase_list.hpp"

#include <svc/text.hpp>

#include "store/tallies.hpp"

namespace svc::purchases {
namespace {

/// A condition on `purchase p` when the filter is there. When it is not, its parameter is still mentioned,
/// with its type, so that every combination of filters has the same parameters; the planner drops it.
struct Condition {
    bool active;
    std::string_view sql;
    std::string_view absent;
};

constexpr std::string_view SummaryOfPurchases =
    "SELECT count(*) AS documents,"
    " coalesce(sum(p.subtotal_base) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(p.tax_base) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(p.total_base) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(p.paid_base) FILTER (WHERE p.status <> 'cancelled'), 0)::bigint AS paid";

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
    const auto one = [](const auto& values) { return values && values->size() == 1; };
    // One value as such, not as a list: then an index that begins with it gives the order too.
    const Condition conditions[] = {
        {filter.from.has_value(), " AND p.date >= $2", " AND $2::date IS NULL"},
        {filter.to.has_value(), " AND p.date <= $3", " AND $3::date IS NULL"},
        {filter.businessUnits.has_value(),
         one(filter.businessUnits) ? " AND p.business_unit_id = ($4::uuid[])[1]"
                                   : " AND p.business_unit_id = ANY ($4)",
         " AND $4::uuid[] IS NULL"},
        {filter.partners.has_value(),
         one(filter.partners) ? " AND p.partner_id = ($5::uuid[])[1]" : " AND p.partner_id = ANY ($5)",
         " AND $5::uuid[] IS NULL"},
        {filter.paymentStatuses.has_value(),
         one(filter.paymentStatuses) ? " AND p.payment_status = ($6::text[])[1]"
                                     : " AND p.payment_status = ANY ($6)",
         " AND $6::text[] IS NULL"},
        {filter.receiptStatuses.has_value(),
         one(filter.receiptStatuses) ? " AND p.receipt_status = ($7::text[])[1]"
                                     : " AND p.receipt_status = ANY ($7)",
         " AND $7::text[] IS NULL"},
        {filter.statuses.has_value(),
         one(filter.statuses) ? " AND p.status = ($8::text[])[1]" : " AND p.status = ANY ($8)",
         " AND $8::text[] IS NULL"},
        {filter.references.has_value(), " AND p.supplier_reference = ANY ($9)", " AND $9::text[] IS NULL"},
        {filter.overdue.has_value(),
         overdue ? " AND p.balance > 0 AND p.due_date < $10"
                 : " AND (p.balance <= 0 OR p.due_date IS NULL OR p.due_date >= $10)",
         " AND $10::date IS NULL"},
    };
    std::string where = " FROM purchases.purchase p WHERE p.company_id = $1";
    for (const Condition& condition : conditions) {
        where += condition.active ? condition.sql : condition.absent;
    }
    const std::vector<std::string> words =
        filter.text ? searchTokens(*filter.text) : std::vector<std::string>();
    const TermTable terms = PurchaseTerms.words();
    const std::string inNewest =
        TermTable::first("p", where, " ORDER BY p.date DESC, p.id DESC", TermTable::Newest) +
        " AND $12::text[] IS NOT NULL AND $13::text[] IS NOT NULL"
        " AND (p.number ILIKE $11 OR p.partner_name ILIKE $11 OR p.supplier_reference ILIKE $11"
        " OR p.note ILIKE $11 OR EXISTS (SELECT FROM purchases.line l WHERE l.company_id = $1"
        " AND l.purchase_id = p.id AND l.label ILIKE $11))";
    std::string found = where + " AND $11::text IS NULL AND $12::text[] IS NULL AND $13::text[] IS NULL";
    TermTable::Search search;
    if (!words.empty()) {
        search = terms.search(db, company, words, "p.id", 12, 13);
        found = where + " AND $11::text IS NOT NULL" + search.all;
    } else if (filter.text) {
        found = inNewest;
    }
    const std::optional<Date> today = filter.overdue ? std::optional(query.today) : std::nullopt;
    const auto run = [&](const std::string& sql, auto... bounds) {
        return db.query(sql, company, filter.from, filter.to, arrayOf(filter.businessUnits),
                        arrayOf(filter.partners), arrayOf(filter.paymentStatuses),
                        arrayOf(filter.receiptStatuses), arrayOf(filter.statuses), arrayOf(filter.references),
                        today, patternOf(filter.text), filter.text ? Param(wordList(words)) : Param(nullptr),
                        filter.text ? Param(wordEnds(words)) : Param(nullptr), bounds...);
    };
    const std::string order(orderOf(query.sort));
    const auto select = [&](const std::string& from) {
        return run("SELECT " + purchaseColumns(query.parts) + " FROM (SELECT p.*" + from + order +
                       " LIMIT $14 OFFSET $15) p" + order,
                   query.limit, query.offset);
    };
    Rows rows;
    if (!search.walk.empty()) {
        rows = select(TermTable::first("p", where + " AND $11::text IS NOT NULL", order, TermTable::Walk) +
                      search.walk);
    }
    if (static_cast<std::int64_t>(rows.size()) < query.limit) {
        rows = select(found);
    }
    if (rows.empty() && !words.empty() && query.offset == 0) {
        // The slower second try, when no word begins so: anywhere in the newest purchases.
        found = inNewest;
        rows = select(found);
    }
    PurchaseListPage page;
    page.purchases.reserve(rows.size());
    for (const Row row : rows) {
        page.purchases.push_back(purchaseFrom(row));
    }
    const bool others = filter.partners || filter.references || filter.text;
    const bool due = overdue && !filter.from && !filter.to && !filter.statuses && !filter.receiptStatuses &&
                     !filter.paymentStatuses;
    if (!others && (!filter.overdue || due)) {
        TallyFilter counted{filter.from, filter.to, {}};
        if (due) {
            counted.to = query.today.addDays(-1);
        }
        if (filter.businessUnits) {
            counted.by[0].emplace();
            for (const Uuid& unit : *filter.businessUnits) {
                counted.by[0]->push_back(unit.toString());
            }
        }
        counted.by[1] = filter.statuses;
        counted.by[2] = filter.receiptStatuses;
        counted.by[3] = filter.paymentStatuses;
        const TallySums sums = (due ? DueTally : PurchaseTally).read(db, company, counted);
        page.count = sums.documents;
        page.totals = {sums.sums[0], sums.sums[1], sums.sums[2], sums.sums[3]};
    } else {
        const Rows sums = run(std::string(SummaryOfPurchases) + found);
        page.count = sums[0].integer(0);
        page.totals = {sums[0].integer(1), sums[0].integer(2), sums[0].integer(3), sums[0].integer(4)};
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

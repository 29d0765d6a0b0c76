#include "store/sale_list.hpp"

#include <algorithm>

#include <svc/tally.hpp>
#include <svc/text.hpp>

#include "store/day_store.hpp"
#include "store/search.hpp"

namespace svc::sales {
namespace {

/// A condition on `sale s` when the filter is there. When it is not, its parameter is still mentioned, with
/// its type, so that every combination of filters has the same parameters; the planner drops it.
struct Condition {
    bool active;
    std::string_view sql;
    std::string_view absent;
};

// Serves lists that filter by dates, business unit and states alone, at any number of sales: whole months,
// and the days at the ends of the period.
constexpr std::string_view SummaryOfTally =
    "SELECT coalesce(sum(t.documents), 0)::bigint AS documents,"
    " coalesce(sum(t.subtotal) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(t.tax) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(t.total) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(t.paid) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS paid,"
    " coalesce(sum(t.balance) FILTER (WHERE t.status <> 'cancelled'), 0)::bigint AS balance FROM (";
constexpr std::string_view Months =
    "SELECT * FROM sales.tally_month m WHERE m.company_id = $1 AND m.date >= $17 AND m.date < $18";
constexpr std::string_view DaysBefore =
    " UNION ALL SELECT * FROM sales.tally d WHERE d.company_id = $1 AND d.date < $17";
constexpr std::string_view DaysAfter =
    " UNION ALL SELECT * FROM sales.tally d WHERE d.company_id = $1 AND d.date >= $18";

std::string tallySummary(const std::optional<Date>& from, const std::optional<Date>& to,
                         std::string_view conditions) {
    const std::string_view since = from ? " AND d.date >= $2" : "";
    const std::string_view until = to ? " AND d.date <= $3" : "";
    std::string sql(SummaryOfTally);
    sql += Months;
    if (from) {
        sql += DaysBefore;
        sql += since;
        sql += until;
    }
    if (to) {
        sql += DaysAfter;
        sql += since;
        sql += until;
    }
    sql += ") t WHERE true";
    sql += conditions;
    return sql;
}

constexpr std::string_view SummaryOfSales =
    "SELECT count(*) AS documents,"
    " coalesce(sum(s.subtotal_base) FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS subtotal,"
    " coalesce(sum(s.tax_base) FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS tax,"
    " coalesce(sum(s.total_base) FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS total,"
    " coalesce(sum(s.paid_base) FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS paid,"
    " coalesce(sum(s.total_base - s.credited_base - s.paid_base + s.refunded_base)"
    " FILTER (WHERE s.status <> 'cancelled'), 0)::bigint AS balance";

// Cancelled sales are few, and sale_payment_status_index has them in order.
constexpr std::string_view Cancelled = "cancelled";

/// A condition on `x`, for the table `name`.
std::string on(char name, std::string_view condition) {
    std::string text(condition);
    for (std::size_t at = text.find(" x."); at != std::string::npos; at = text.find(" x.", at)) {
        text[at + 1] = name;
    }
    return text;
}

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

// The slower second try, when no word begins so: anywhere in the newest sales.
constexpr std::string_view Anywhere =
    " AND (s.number ILIKE $14 OR s.partner_name ILIKE $14 OR s.external_id ILIKE $14 OR s.note ILIKE $14"
    " OR EXISTS (SELECT FROM sales.line l WHERE l.company_id = $1 AND l.sale_id = s.id AND l.label ILIKE "
    "$14))";

/// How the text of a search becomes conditions on `s`.
struct Search {
    std::string all;      ///< of every sale that is found; empty: only the newest are asked
    std::string asked;    ///< of each sale, when the list is walked in its order
    bool counted = false; ///< the words tell the number, and nobody wants totals
};

/// One statement: the rows of the page, their count and the totals.
SaleListPage listFound(Database& db, const Uuid& company, const SaleListQuery& query,
                       const std::vector<std::string>& words, const Search& search) {
    const SaleFilter& filter = query.filter;
    const bool overdue = filter.overdue.value_or(false);
    const Condition dates[] = {
        {filter.from.has_value(), " AND x.date >= $2", " AND $2::date IS NULL"},
        {filter.to.has_value(), " AND x.date <= $3", " AND $3::date IS NULL"},
    };
    const auto one = [](const auto& values) { return values && values->size() == 1; };
    // One value as such, not as a list: then an index that begins with it gives the order too.
    const Condition tallied[] = {
        {filter.businessUnits.has_value(),
         one(filter.businessUnits) ? " AND x.business_unit_id = ($4::uuid[])[1]"
                                   : " AND x.business_unit_id = ANY ($4)",
         " AND $4::uuid[] IS NULL"},
        {filter.paymentStatuses.has_value(),
         one(filter.paymentStatuses) ? " AND x.payment_status = ($6::text[])[1]"
                                     : " AND x.payment_status = ANY ($6)",
         " AND $6::text[] IS NULL"},
        {filter.deliveryStatuses.has_value(),
         one(filter.deliveryStatuses) ? " AND x.delivery_status = ($7::text[])[1]"
                                      : " AND x.delivery_status = ANY ($7)",
         " AND $7::text[] IS NULL"},
        {filter.fiscalStatuses.has_value(),
         one(filter.fiscalStatuses) ? " AND x.fiscal_status = ($8::text[])[1]"
                                    : " AND x.fiscal_status = ANY ($8)",
         " AND $8::text[] IS NULL"},
        {filter.statuses.has_value(),
         !one(filter.statuses)                   ? " AND x.status = ANY ($9)"
         : filter.statuses->front() == Cancelled ? " AND x.status = ($9::text[])[1]"
                                                   " AND x.payment_status = 'cancelled'"
                                                 : " AND x.status = ($9::text[])[1]",
         " AND $9::text[] IS NULL"},
        {filter.kinds.has_value(),
         one(filter.kinds) ? " AND x.kind = ($10::text[])[1]" : " AND x.kind = ANY ($10)",
         " AND $10::text[] IS NULL"},
        {filter.channels.has_value(),
         one(filter.channels) ? " AND x.channel = ($11::text[])[1]" : " AND x.channel = ANY ($11)",
         " AND $11::text[] IS NULL"},
    };
    const Condition others[] = {
        {filter.partners.has_value(),
         one(filter.partners) ? " AND s.partner_id = ($5::uuid[])[1]" : " AND s.partner_id = ANY ($5)",
         " AND $5::uuid[] IS NULL"},
        {filter.externalIds.has_value(), " AND s.external_id = ANY ($12)", " AND $12::text[] IS NULL"},
        {filter.overdue.has_value(),
         overdue ? " AND s.balance > 0 AND s.due_date < $13"
                 : " AND (s.balance <= 0 OR s.due_date IS NULL OR s.due_date >= $13)",
         " AND $13::date IS NULL"},
        {filter.text.has_value(), search.all,
         " AND $14::text IS NULL AND $19::text[] IS NULL AND $20::text[] IS NULL"},
    };

    // What is overdue, of a business unit or of all, is counted by its due date; what is not is the rest.
    const bool overdueAlone = filter.overdue && !filter.from && !filter.to && !filter.text &&
                              !filter.partners && !filter.externalIds && !filter.paymentStatuses &&
                              !filter.deliveryStatuses && !filter.fiscalStatuses && !filter.statuses &&
                              !filter.kinds && !filter.channels;
    std::string onSales = " AND $17::date IS NOT NULL AND $18::date IS NOT NULL";
    std::string onTally;
    for (const Condition& condition : dates) {
        onSales += on('s', condition.active ? condition.sql : condition.absent);
    }
    bool tallySuffices = true;
    for (const Condition& condition : tallied) {
        const std::string_view text = condition.active ? condition.sql : condition.absent;
        onTally += on('t', text);
        onSales += on('s', text);
    }
    const std::string mentioned =
        " AND $14::text IS NOT NULL AND $19::text[] IS NOT NULL AND $20::text[] IS NOT NULL";
    std::string walked = onSales;
    for (const Condition& condition : others) {
        const std::string_view text = condition.active ? condition.sql : condition.absent;
        onSales += text;
        walked += &condition == &others[3] ? std::string_view(mentioned) : text;
        const bool derived = overdueAlone && &condition == &others[2];
        tallySuffices = tallySuffices && (!condition.active || derived);
        if (derived) {
            onTally += " AND $13::date IS NOT NULL";
        } else if (!condition.active) {
            onTally += text;
        }
    }

    const bool due = overdueAlone && overdue;
    const std::string sales = " FROM sales.sale s WHERE s.company_id = $1";
    const bool newest = filter.text && search.all.empty();
    const std::string window =
        TermTable::first("s", sales + walked,
                         newest ? " ORDER BY s.date DESC, s.id DESC" : orderOf(query.sort),
                         newest ? TermTable::Newest : TermTable::Walk) +
        search.asked;
    const std::string all = newest ? window : sales + onSales;
    std::string sql = "WITH summary AS (";
    sql += due || search.counted
               ? "SELECT 0::bigint AS documents, 0::bigint AS subtotal, 0::bigint AS tax, 0::bigint AS total,"
                 " 0::bigint AS paid, 0::bigint AS balance"
           : tallySuffices ? tallySummary(filter.from, filter.to, onTally)
                           : std::string(SummaryOfSales) + all;
    sql += "), page AS MATERIALIZED (SELECT s.*";
    sql += filter.text && !search.asked.empty() ? window : all;
    sql += orderOf(query.sort);
    sql += " LIMIT $15 OFFSET $16) SELECT summary.documents, summary.subtotal, summary.tax, summary.total,"
           " summary.paid, summary.balance, " +
           saleColumns(query.parts) + " FROM summary LEFT JOIN page s ON true";
    sql += orderOf(query.sort);

    const std::optional<Date> today = filter.overdue ? std::optional(query.today) : std::nullopt;
    const detail::TallyPeriod::Span months = detail::TallyPeriod(filter.from, filter.to).months;
    const Rows rows = db.query(
        sql, company, filter.from, filter.to, arrayOf(filter.businessUnits), arrayOf(filter.partners),
        arrayOf(filter.paymentStatuses), arrayOf(filter.deliveryStatuses), arrayOf(filter.fiscalStatuses),
        arrayOf(filter.statuses), arrayOf(filter.kinds), arrayOf(filter.channels),
        arrayOf(filter.externalIds), today, patternOf(filter.text), query.limit, query.offset, months.first,
        months.end, filter.text ? Param(wordList(words)) : Param(nullptr),
        filter.text ? Param(wordEnds(words)) : Param(nullptr));

    constexpr std::uint32_t FirstSaleColumn = 6;
    SaleListPage page;
    page.count = rows[0].integer(0);
    page.totals = {rows[0].integer(1), rows[0].integer(2), rows[0].integer(3), rows[0].integer(4),
                   rows[0].integer(5)};
    if (overdueAlone) {
        TallyFilter counted;
        counted.to = query.today.addDays(-1);
        if (filter.businessUnits) {
            counted.by[0].emplace();
            for (const Uuid& unit : *filter.businessUnits) {
                counted.by[0]->push_back(unit.toString());
            }
        }
        const TallySums sums = DueTally.read(db, company, counted);
        // The others are the rest of all.
        const auto take = [&](std::int64_t& value, std::int64_t sum) { value = due ? sum : value - sum; };
        take(page.count, sums.documents);
        take(page.totals.subtotal, sums.sums[0]);
        take(page.totals.tax, sums.sums[1]);
        take(page.totals.total, sums.sums[0] + sums.sums[1]);
        take(page.totals.paid, sums.sums[2]);
        take(page.totals.balance, sums.sums[3]);
    }
    page.sales.reserve(rows.size());
    for (const Row row : rows) {
        // The summary comes alone when the page is empty.
        if (!row.isNull(FirstSaleColumn)) {
            page.sales.push_back(saleFrom(row, FirstSaleColumn));
        }
    }
    return page;
}

} // namespace

SaleListPage listSales(Database& db, const Uuid& company, const SaleListQuery& query) {
    const std::vector<std::string> words =
        query.filter.text ? searchTokens(*query.filter.text) : std::vector<std::string>();
    const Search inNewest{{}, std::string(Anywhere)};
    if (words.empty()) {
        return listFound(db, company, query, words, inNewest);
    }
    const TermTable terms = SaleTerms.words();
    const TermTable::Search look = terms.search(db, company, words, "s.id", 19, 20);
    Search search{" AND $14::text IS NOT NULL" + look.all, look.walk};
    if (!look.walk.empty()) {
        search.counted = !query.totals && words.size() == 1 && query.filter.searchesOnly();
        SaleListPage page = listFound(db, company, query, words, search);
        if (search.counted) {
            page.count = terms.count(db, company, words.front());
        }
        if (static_cast<std::int64_t>(page.sales.size()) == query.limit) {
            return page;
        }
    }
    SaleListPage page = listFound(db, company, query, words, {search.all, {}});
    if (page.count == 0) {
        page = listFound(db, company, query, words, inNewest);
    }
    return page;
}

} // namespace svc::sales

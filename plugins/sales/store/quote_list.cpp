#include "store/quote_list.hpp"

#include <array>

#include "store/quote_store.hpp"
#include "store/search.hpp"

namespace svc::sales {
namespace {

/// A condition when the filter is there. When it is not, its parameter is still mentioned, with its type, so
/// that every combination of filters has the same parameters; the planner drops it. `x` is the quote or the
/// day that counts quotes.
struct Condition {
    bool active;
    std::string_view sql;
    std::string_view absent;
};

void append(std::string& sql, const Condition& condition, char table) {
    if (!condition.active) {
        sql += condition.absent;
        return;
    }
    for (std::size_t i = 0; i < condition.sql.size(); ++i) {
        const bool isTable = condition.sql.substr(i, 2) == "x." && condition.sql[i - 1] == ' ';
        sql += isTable ? table : condition.sql[i];
    }
}

std::string_view orderOf(std::string_view sort) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> Orders{{
        {"date", " ORDER BY q.date, q.id"},
        {"-date", " ORDER BY q.date DESC, q.id DESC"},
        {"number", " ORDER BY q.number, q.id"},
        {"-number", " ORDER BY q.number DESC, q.id DESC"},
        {"total", " ORDER BY q.total_base, q.id"},
        {"-total", " ORDER BY q.total_base DESC, q.id DESC"},
        {"validUntil", " ORDER BY q.valid_until, q.id"},
        {"-validUntil", " ORDER BY q.valid_until DESC, q.id DESC"},
    }};
    for (const auto& [name, order] : Orders) {
        if (name == sort) {
            return order;
        }
    }
    return Orders[1].second;
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

// The slower second try, when no word begins so: anywhere in the newest quotes.
constexpr std::string_view Anywhere =
    " AND (q.number ILIKE $8 OR q.partner_name ILIKE $8 OR q.external_id ILIKE $8 OR q.note ILIKE $8"
    " OR EXISTS (SELECT FROM sales.quote_line l WHERE l.company_id = $1 AND l.quote_id = q.id"
    " AND l.label ILIKE $8))";

/// One statement: the rows of the page and the count. `search` is the condition of the text; with `asked`
/// each quote is asked as the list is walked, and without `search` only the newest are.
QuoteListPage listFound(Database& db, const Uuid& company, const QuoteListQuery& query,
                        const std::vector<std::string>& words, const std::string& search,
                        const std::string& asked = {}) {
    const QuoteFilter& filter = query.filter;
    const Condition ofDays[] = {
        {filter.from.has_value(), " AND x.date >= $2", " AND $2::date IS NULL"},
        {filter.to.has_value(), " AND x.date <= $3", " AND $3::date IS NULL"},
        {filter.businessUnits.has_value(), " AND x.business_unit_id = ANY ($4)", " AND $4::uuid[] IS NULL"},
        // One value as such, not as a list: then an index that begins with it gives the order too.
        {filter.statuses.has_value(),
         filter.statuses && filter.statuses->size() == 1 ? " AND x.status = ($5::text[])[1]"
                                                         : " AND x.status = ANY ($5)",
         " AND $5::text[] IS NULL"},
    };
    const Condition others[] = {
        {filter.partners.has_value(), " AND x.partner_id = ANY ($6)", " AND $6::uuid[] IS NULL"},
        {filter.externalIds.has_value(), " AND x.external_id = ANY ($7)", " AND $7::text[] IS NULL"},
        {filter.text.has_value(), search,
         " AND $8::text IS NULL AND $11::text[] IS NULL AND $12::text[] IS NULL"},
    };
    std::string onQuotes;
    std::string onDays;
    const std::string mentioned =
        " AND $8::text IS NOT NULL AND $11::text[] IS NOT NULL AND $12::text[] IS NOT NULL";
    bool daysSuffice = true;
    for (const Condition& condition : ofDays) {
        append(onQuotes, condition, 'q');
        append(onDays, condition, 'd');
    }
    std::string walked = onQuotes + mentioned;
    for (const Condition& condition : others) {
        append(onQuotes, condition, 'q');
        if (&condition != &others[2]) {
            append(walked, condition, 'q');
        }
        daysSuffice = daysSuffice && !condition.active;
    }
    const std::string quotes = " FROM sales.quote q WHERE q.company_id = $1";
    const bool newest = filter.text && search.empty();
    const std::string window =
        TermTable::first("q", quotes + walked,
                         newest ? " ORDER BY q.date DESC, q.id DESC" : orderOf(query.sort),
                         newest ? TermTable::Newest : TermTable::Walk) +
        asked;
    const std::string all = newest ? window : quotes + onQuotes;
    std::string sql = "WITH summary AS (SELECT ";
    sql += daysSuffice ? "coalesce(sum(d.documents), 0)::bigint AS documents FROM sales.quote_day d"
                         " WHERE d.company_id = $1" +
                             onDays
                       : "count(*) AS documents" + all;
    sql += "), page AS MATERIALIZED (SELECT q.*";
    sql += filter.text && !asked.empty() ? window : all;
    sql += orderOf(query.sort);
    sql += " LIMIT $9 OFFSET $10) SELECT summary.documents, q.id, " + quoteColumns(query.lines) +
           " FROM summary LEFT JOIN page q ON true";
    sql += orderOf(query.sort);
    const Rows rows = db.query(sql, company, filter.from, filter.to, arrayOf(filter.businessUnits),
                               arrayOf(filter.statuses), arrayOf(filter.partners),
                               arrayOf(filter.externalIds), patternOf(filter.text), query.limit, query.offset,
                               filter.text ? Param(wordList(words)) : Param(nullptr),
                               filter.text ? Param(wordEnds(words)) : Param(nullptr));
    QuoteListPage page;
    page.count = rows[0].integer(0);
    for (const Row row : rows) {
        // The summary comes alone when the page is empty.
        if (!row.isNull(1)) {
            page.quotes.push_back(quoteFrom(row, 2));
        }
    }
    return page;
}

} // namespace

QuoteListPage listQuotes(Database& db, const Uuid& company, const QuoteListQuery& query) {
    const std::vector<std::string> words =
        query.filter.text ? searchTokens(*query.filter.text) : std::vector<std::string>();
    if (words.empty()) {
        return listFound(db, company, query, words, {}, std::string(Anywhere));
    }
    const TermTable terms = QuoteTerms.words();
    const TermTable::Search search = terms.search(db, company, words, "q.id", 11, 12);
    const std::string gathered = " AND $8::text IS NOT NULL" + search.all;
    if (!search.walk.empty()) {
        QuoteListPage page = listFound(db, company, query, words, gathered, search.walk);
        if (static_cast<std::int64_t>(page.quotes.size()) == query.limit) {
            return page;
        }
    }
    QuoteListPage page = listFound(db, company, query, words, gathered);
    if (page.count == 0) {
        page = listFound(db, company, query, words, {}, std::string(Anywhere));
    }
    return page;
}

} // namespace svc::sales

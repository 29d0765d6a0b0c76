#include "store/quote_list.hpp"

#include <array>

#include <svc/list_query.hpp>

#include "store/quote_store.hpp"
#include "store/search.hpp"

namespace svc::sales {
namespace {

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

constexpr std::string_view Anywhere =
    "q.number ILIKE ? OR q.partner_name ILIKE ? OR q.external_id ILIKE ? OR q.note ILIKE ?"
    " OR EXISTS (SELECT FROM sales.quote_line l WHERE l.company_id = $1 AND l.quote_id = q.id"
    " AND l.label ILIKE ?)";

constexpr std::string_view NoSummary = "SELECT 0::bigint AS documents";
constexpr std::string_view CountOfQuotes = "SELECT count(*) AS documents";
// At any number of quotes, of what is filtered by date, business unit and state alone.
constexpr std::string_view CountOfDays = "SELECT coalesce(sum(documents), 0)::bigint AS documents"
                                         " FROM sales.quote_day WHERE company_id = $1";

/// One statement: the rows of the page beside the summary, which comes alone when there are none.
void read(Database& db, const QuoteListQuery& query, FoundDocuments found, const std::string& summary,
          QuoteListPage& page) {
    const std::string order(orderOf(query.sort));
    const std::string limit = found.params.place(found.rows ? query.limit : 0);
    const std::string offset = found.params.place(query.offset);
    const Rows rows =
        db.query("WITH summary AS (" + summary + "), page AS MATERIALIZED (SELECT q.*" + found.from + order +
                     " LIMIT " + limit + " OFFSET " + offset + ") SELECT summary.documents, q.id, " +
                     quoteColumns(query.lines) + " FROM summary LEFT JOIN page q ON true" + order,
                 found.params.values());
    page.count = rows[0].integer(0);
    if (!found.rows) {
        return;
    }
    page.rows.clear();
    for (const Row row : rows) {
        if (!row.isNull(1)) {
            page.rows.push_back(quoteFrom(row, 2));
        }
    }
}

} // namespace

QuoteListPage listQuotes(Database& db, const Uuid& company, const QuoteListQuery& query) {
    const QuoteFilter& filter = query.filter;
    ListParams params(company);
    // Columns stand alone: the days that count quotes have them under the same names.
    std::string ofDays = params.bound("date >=", filter.from) + params.bound("date <=", filter.to);
    ofDays += params.among("business_unit_id", filter.businessUnits);
    ofDays += params.among("status", filter.statuses);
    const std::string others =
        params.among("partner_id", filter.partners) + params.among("external_id", filter.externalIds);
    const FoundDocuments all{std::move(params),
                             " FROM sales.quote q WHERE company_id = $1" + ofDays + others};
    if (!filter.text) {
        QuoteListPage page;
        read(db, query, all,
             others.empty() ? std::string(CountOfDays) + ofDays : std::string(CountOfQuotes) + all.from,
             page);
        return page;
    }
    const SearchedList list{all.params,       all.from, "q",        orderOf(query.sort),
                            orderOf("-date"), Anywhere, query.limit};
    return QuoteTerms.words().find<QuoteListPage>(
        db, company, *filter.text, list, [&](QuoteListPage& page, const FoundDocuments& found) {
            read(db, query, found,
                 found.summary ? std::string(CountOfQuotes) + found.from : std::string(NoSummary), page);
        });
}

} // namespace svc::sales

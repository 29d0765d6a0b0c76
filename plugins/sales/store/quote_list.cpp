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

constexpr std::string_view NoSummary = "SELECT 0::bigint AS documents";
constexpr std::string_view CountOfQuotes = "SELECT count(*) AS documents";

bool isTallied(const QuoteFilter& filter) {
    return !filter.partners && !filter.externalIds && !filter.text;
}

/// The number of all quotes that the filters find; of what is filtered by dates, business unit and state
/// alone it costs the same at any number of them.
std::string summaryOf(const QuoteFilter& filter, FoundDocuments& found) {
    if (!isTallied(filter)) {
        return std::string(CountOfQuotes) + found.from;
    }
    TallyFilter counted{filter.from, filter.to, {}};
    counted.by[0] = idTexts(filter.businessUnits);
    counted.by[1] = filter.statuses;
    return QuoteTally.select(found.params, counted);
}

/// One statement: the rows of the page beside the summary, which comes alone when there are none.
void read(Database& db, const QuoteListQuery& query, FoundDocuments found, const std::string& summary,
          QuoteListPage& page) {
    const std::string order(orderOf(query.sort));
    const std::string pageRows = pageOf(found, "q", order, query.limit, query.offset);
    const Rows rows = db.query("WITH summary AS (" + summary + "), page AS MATERIALIZED (" + pageRows +
                                   ") SELECT summary.documents, q.id, " + quoteColumns(query.lines) +
                                   " FROM summary LEFT JOIN page q ON true" + order,
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

/// What a search by a common word is filtered by besides, when the words are counted by all of it.
std::optional<CountedFilter> countedBy(const QuoteFilter& filter) {
    if (filter.partners || filter.externalIds) {
        return std::nullopt;
    }
    return CountedFilter{filter.from, filter.to, {idTexts(filter.businessUnits), filter.statuses}};
}

} // namespace

QuoteListPage listQuotes(Call& call, const QuoteListQuery& query) {
    Database& db = call.db();
    const QuoteFilter& filter = query.filter;
    FoundDocuments all{ListParams(call.companyId()), " FROM sales.quote q WHERE company_id = $1"};
    all.from += all.params.bound("date >=", filter.from) + all.params.bound("date <=", filter.to);
    all.from += all.params.among("business_unit_id", filter.businessUnits);
    all.from += all.params.among("status", filter.statuses);
    all.from += all.params.among("partner_id", filter.partners);
    all.from += all.params.among("external_id", filter.externalIds);
    if (!filter.text) {
        QuoteListPage page;
        const std::string summary = summaryOf(filter, all);
        read(db, query, std::move(all), summary, page);
        return page;
    }
    const SearchedList list{all.params,  all.from,         "q", orderOf(query.sort), orderOf("-date"),
                            query.limit, countedBy(filter)};
    return QuoteTerms.words().find<QuoteListPage>(
        call, *filter.text, list, [&](QuoteListPage& page, FoundDocuments found) {
            if (found.kept) {
                page.count = found.kept->documents;
                return;
            }
            const std::string summary = found.summary ? summaryOf(filter, found) : std::string(NoSummary);
            read(db, query, std::move(found), summary, page);
        });
}

} // namespace svc::sales

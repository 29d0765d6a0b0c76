#include "quote/store.hpp"

#include <svc/inner_rows.hpp>
#include <svc/list_search.hpp>

#include "quote/columns.hpp"

namespace svc::sales {
namespace {

constexpr std::string_view DeleteQuoteLines =
    "DELETE FROM sales.quote_line WHERE company_id = $1 AND quote_id = $2";

constexpr std::string_view UpdateConverted = "UPDATE sales.quote_line l SET quantity_converted = c.quantity"
                                             " FROM unnest($3::uuid[], $4::numeric[]) AS c(id, quantity)"
                                             " WHERE l.company_id = $1 AND l.quote_id = $2 AND l.id = c.id";

constexpr std::string_view Expire =
    "WITH due AS (SELECT id FROM sales.quote WHERE company_id = $1 AND status = 'open' AND valid_until < $2"
    " ORDER BY valid_until LIMIT $3 FOR UPDATE SKIP LOCKED)"
    " UPDATE sales.quote q SET status = 'expired', version = version + 1, updated_at = $4"
    " FROM due WHERE q.company_id = $1 AND q.id = due.id RETURNING q.id";

/// The select list of `sales.quote q`: the row and its lines as inner rows. `$1` is the company; without
/// lines the last column is NULL.
std::string quoteColumns(bool lines) {
    return Quotes.select("q") + ", " +
           (lines ? innerRows(QuoteLines.select("l"),
                              "sales.quote_line l WHERE l.company_id = $1 AND l.quote_id = q.id"
                              " ORDER BY l.position")
                  : std::string("NULL::text"));
}

Quote quoteFrom(const Row& row, std::uint32_t column = 0) {
    Quote quote = Quotes.read(row, column);
    nameById(quote.partnerId, quote.partner);
    const std::uint32_t at = column + Quotes.width();
    if (!row.isNull(at)) {
        quote.lines.emplace();
        eachInner(row, at, [&](const Row& line) {
            PlacedLine placed = QuoteLines.read(line);
            quote.lines->push_back(std::move(static_cast<QuoteLine&>(placed)));
        });
    }
    return quote;
}

void insertLines(Call& call, const Quote& quote) {
    std::vector<PlacedLine> lines;
    for (const QuoteLine& line : *quote.lines) {
        lines.push_back({line, quote.id, static_cast<std::int64_t>(lines.size())});
    }
    QuoteLines.insert(call, lines);
}

std::string_view orderOf(api::ListQuotesSort sort) {
    switch (sort) {
    case api::ListQuotesSort::Date:
        return " ORDER BY q.date, q.id";
    case api::ListQuotesSort::DateDescending:
        break;
    case api::ListQuotesSort::Number:
        return " ORDER BY q.number, q.id";
    case api::ListQuotesSort::NumberDescending:
        return " ORDER BY q.number DESC, q.id DESC";
    case api::ListQuotesSort::Total:
        return " ORDER BY q.total_base, q.id";
    case api::ListQuotesSort::TotalDescending:
        return " ORDER BY q.total_base DESC, q.id DESC";
    case api::ListQuotesSort::ValidUntil:
        return " ORDER BY q.valid_until, q.id";
    case api::ListQuotesSort::ValidUntilDescending:
        return " ORDER BY q.valid_until DESC, q.id DESC";
    }
    return " ORDER BY q.date DESC, q.id DESC";
}

} // namespace

std::optional<Quote> findQuote(Call& call, QuoteId id) {
    static const std::string sql =
        "SELECT " + quoteColumns(true) + " FROM sales.quote q WHERE q.company_id = $1 AND q.id = $2";
    const Rows rows = call.db().query(sql, call.companyId(), id);
    return rows.empty() ? std::nullopt : std::optional(quoteFrom(rows[0]));
}

Quote lockQuote(Call& call, QuoteId id) {
    // Lines change only under the lock of the quote. A statement that waits for the lock would return the
    // lines from before the wait, so they are read after it is held.
    const Rows rows = call.db().query(
        "SELECT 1 FROM sales.quote WHERE company_id = $1 AND id = $2 FOR UPDATE", call.companyId(), id);
    if (rows.empty()) {
        throw ApiError(404, "quote-not-found");
    }
    return findQuote(call, id).value();
}

QuoteListPage findQuotes(Call& call, const api::ListQuotesParameters& filter, const DateRange& dates,
                         bool lines) {
    ListRequest request{"sales.quote", "sales.quote", "q", ListParams(call.companyId())};
    ListParams& params = request.params;
    request.where = params.bound("q.date >=", dates.from) + params.bound("q.date <=", dates.to);
    request.where += params.among("q.business_unit_id", filter.businessUnitId);
    request.where += params.among("q.status", textsOf(filter.status));
    request.where += params.amongKeys("q.partner_id", filter.partnerId);
    request.where += params.amongKeys("q.external_id", filter.externalId);
    request.order = orderOf(filter.sort);
    request.newest = orderOf(api::ListQuotesSort::DateDescending);
    request.limit = filter.page.limit;
    request.offset = filter.page.offset;
    request.text = filter.q && !filter.q->empty() ? filter.q : std::nullopt;
    QuoteListPage page;
    page.count = readList(call, request, quoteColumns(lines), [&](const Row& row, std::uint32_t column) {
                     page.rows.push_back(quoteFrom(row, column));
                 }).count;
    return page;
}

void insertQuote(Call& call, const Quote& quote) {
    Quotes.insert(call, {quote});
    insertLines(call, quote);
}

void saveQuote(Call& call, Quote& quote, bool lines) {
    quote.version += 1;
    quote.updatedAt = call.now();
    Quotes.update(call, quote);
    if (lines) {
        call.db().send(DeleteQuoteLines, call.companyId(), quote.id);
        insertLines(call, quote);
    }
}

void updateConverted(Call& call, const Quote& quote) {
    ArrayParam ids;
    ArrayParam quantities;
    for (const QuoteLine& line : *quote.lines) {
        ids.add(line.id);
        quantities.add(line.quantityConverted);
    }
    call.db().send(UpdateConverted, call.companyId(), quote.id, ids, quantities);
}

std::vector<QuoteId> expireQuotes(Call& call, Date today, int limit) {
    std::vector<QuoteId> expired;
    for (const Row row : call.db().query(Expire, call.companyId(), today, limit, call.now())) {
        expired.push_back(row.id<QuoteId>(0));
    }
    return expired;
}

} // namespace svc::sales

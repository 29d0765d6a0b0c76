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

/// The select list of `sales.quote r`: the row and its lines as inner rows. `$1` is the company; without
/// lines the last column is NULL.
std::string quoteColumns(bool lines) {
    return Quotes.select("r") + ", " +
           (lines ? innerRows(QuoteLines.select("l"),
                              "sales.quote_line l WHERE l.company_id = $1 AND l.quote_id = r.id"
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

} // namespace

std::optional<Quote> findQuote(Call& call, QuoteId id) {
    static const std::string sql =
        "SELECT " + quoteColumns(true) + " FROM sales.quote r WHERE r.company_id = $1 AND r.id = $2";
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

QuoteListPage findQuotes(Call& call, const api::ListQuotesParameters& parameters, bool lines) {
    const ListRequest list = lists::quote(call, parameters);
    QuoteListPage page;
    page.count = readList(call, list, quoteColumns(lines), [&](const Row& row, std::uint32_t column) {
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

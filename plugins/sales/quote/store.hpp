#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <svc/http.hpp>

#include "bindings.hpp"
#include "quote/rules/quote.hpp"

namespace svc::sales {

/// One quote of the company with its lines, nothing when it is unknown.
std::optional<Quote> findQuote(Call& call, QuoteId id);

/// The same, locked until the commit: every change of status starts here. Refuses with `quote-not-found`.
Quote lockQuote(Call& call, QuoteId id);

struct QuoteListPage {
    std::vector<Quote> rows;
    std::int64_t count = 0; ///< of all rows that match
};
/// One statement: the rows of the page and the number of all that match.
QuoteListPage findQuotes(Call& call, const api::ListQuotesParameters& parameters, bool lines);

/// Queues the row of a new quote and those of its lines.
void insertQuote(Call& call, const Quote& quote);

/// Queues all changeable columns of the locked quote, and its lines when they are new. Increments the
/// version.
void saveQuote(Call& call, Quote& quote, bool lines = false);
/// Queues the converted quantity of each line.
void updateConverted(Call& call, const Quote& quote);

/// Expires at most `limit` open quotes whose last day is before `today`; returns their identifiers.
std::vector<QuoteId> expireQuotes(Call& call, Date today, int limit);

} // namespace svc::sales

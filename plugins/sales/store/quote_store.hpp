#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

#include "domain/quote.hpp"

namespace svc::sales {

/// The select list of `sales.quote q`: the row and its lines as JSON. `$1` is the company in every statement
/// that uses it; without lines the second column is NULL.
std::string quoteColumns(bool lines);

/// The quote in a row that begins at `column` with quoteColumns.
Quote quoteFrom(const Row& row, std::uint32_t column = 0);

/// One quote of the company with its lines, nothing when it is unknown.
std::optional<Quote> findQuote(Call& call, const Uuid& id);

/// The same, locked until the commit: every move starts here.
std::optional<Quote> lockQuote(Call& call, const Uuid& id);

/// Queues the row of a new quote and those of its lines.
void insertQuote(Call& call, const Quote& quote);

/// Queues everything that may have changed in the locked quote, and its lines when they are new. The version
/// grows.
void updateQuote(Call& call, Quote& quote, bool lines = false);

/// Queues what the sale has taken over of each line.
void updateConverted(Call& call, const Quote& quote);

/// Expires at most `limit` open quotes whose last day is before `today`; gives their identifiers.
std::vector<Uuid> expireQuotes(Call& call, Date today, int limit);

} // namespace svc::sales

#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "domain/quote.hpp"

namespace svc::sales {

/// Filters of the list of quotes; an empty one does not filter. Several values mean any of them.
struct QuoteFilter {
    std::optional<Date> from;
    std::optional<Date> to;
    std::optional<std::vector<Uuid>> partners;
    std::optional<std::vector<Uuid>> businessUnits;
    std::optional<std::vector<std::string>> statuses;
    std::optional<std::vector<std::string>> externalIds;
    std::optional<std::string> text;
};

struct QuoteListQuery {
    QuoteFilter filter;
    std::string sort = "-date"; ///< one of the values of the contract
    std::int64_t limit = 100;
    std::int64_t offset = 0;
    bool lines = false;
};

struct QuoteListPage {
    std::vector<Quote> rows;
    std::int64_t count = 0; ///< of all rows that match
};

/// One statement: the rows of the page and the number of all that match.
QuoteListPage listQuotes(Call& call, const QuoteListQuery& query);

} // namespace svc::sales

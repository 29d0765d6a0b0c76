#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/quote.hpp"
#include "domain/sale.hpp"

namespace svc::sales {

/// Makes a quote of the body of POST /quotes.
Quote makeQuote(Call& call, const api::QuoteCreate& body);

/// Takes over what was built of a body: the records that it names, its lines and amounts.
void takeContent(const Sale& content, Quote& quote);

/// The last day of validity: not before `date`, by default 30 days after it.
Date validUntilOf(const std::optional<Date>& given, Date date);

/// The quote as the body of a sale (amounts in major units), everything that it has settled being said:
/// prices, taxes and discounts stay as they were offered. `quantities`: per line, how much of it; a line of
/// zero is left out. Discounts as amounts follow the quantities.
api::SaleCreate bodyOf(const Quote& quote, const std::vector<Decimal>& quantities);

/// Who accepts a quote.
struct Acceptance {
    api::QuoteAcceptedBy by = api::QuoteAcceptedBy::Company;
    std::optional<std::string> name{};
    std::optional<std::string> note{};
};
/// Sets state and words of an acceptance that is allowed; writes nothing.
void markAccepted(Call& call, Quote& quote, const Acceptance& acceptance);

/// Refuses with the code that a rule of quote_states.hpp gave; an empty one is no refusal.
void refuse(std::string_view code);

/// One line of history: the state that changed.
void recordMove(Call& call, const Quote& before, const Quote& after, std::string_view action);

/// The quotes as the API shows them, with the addresses of their public pages.
std::vector<Quote> shown(Call& call, std::vector<Quote> quotes);
Quote shown(Call& call, Quote quote);

} // namespace svc::sales

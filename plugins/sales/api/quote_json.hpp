#pragma once

#include <map>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "domain/quote.hpp"

namespace svc::sales {

/// Addresses of the public pages of these quotes, in their order; null without one.
std::vector<Json> publicUrlsOf(Call& call, const std::vector<Quote>& quotes);

/// The quote read back (API definitions 6).
Json quoteJson(const Quote& quote, bool lines, Json publicUrl);

/// The same with its lines and its address.
Json quoteJson(Call& call, const Quote& quote);

} // namespace svc::sales

#pragma once

#include <optional>
#include <string>

#include "quote/rules/quote.hpp"

namespace svc::sales {

/// Who accepts a quote.
struct Acceptance {
    api::QuoteAcceptedBy by = api::QuoteAcceptedBy::Company;
    std::optional<std::string> name{};
    std::optional<std::string> note{};
};
/// Sets state and words of an acceptance that is allowed; writes nothing.
void markAccepted(Call& call, Quote& quote, const Acceptance& acceptance);

} // namespace svc::sales

#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"
#include "quote/rules/quote.hpp"

namespace svc::sales {

/// The party that accepts a quote.
struct Acceptance {
    api::QuoteAcceptedBy by = api::QuoteAcceptedBy::Company;
    std::optional<std::string> name{};
    std::optional<std::string> note{};
};
/// Sets status and data of a permitted acceptance; writes nothing.
void markAccepted(Call& call, Quote& quote, const Acceptance& acceptance);

} // namespace svc::sales

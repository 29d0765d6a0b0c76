#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

#include "domain/quote.hpp"

namespace svc::sales {

/// Who accepts a quote.
struct Acceptance {
    std::string by = "company"; ///< customer, company or signature
    std::optional<std::string> name = {};
    std::optional<std::string> note = {};
};

/// Sets state and words of an acceptance that is allowed; writes nothing.
void markAccepted(Call& call, Quote& quote, const Acceptance& acceptance);

/// One line of history: the state that changed.
void recordMove(Call& call, const Quote& before, const Quote& after, std::string_view action);

} // namespace svc::sales

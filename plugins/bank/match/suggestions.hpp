#pragma once

#include <string>
#include <utility>
#include <vector>

#include <bindings.hpp>

#include "match/parts.hpp"

namespace svc::bank {

using Suggestions = std::vector<api::MatchSuggestion>;

/// One movement or transfer that is the whole line.
inline api::MatchSuggestion suggestWhole(const Line& line, int hundredths, std::vector<std::string> reasons,
                                         api::MatchableKind kind, std::string id, Date date) {
    const MinorAmount amount(magnitude(line));
    return {
        .score = Decimal(Int128{hundredths}, 2),
        .reasons = std::move(reasons),
        .matches = {{.kind = kind, .id = std::move(id), .date = date, .balance = amount, .amount = amount}}};
}

/// A date that speaks for a match.
inline bool isNear(const Line& line, Date date) {
    const std::int32_t days = date.daysSince(line.bookedAt);
    return days >= -3 && days <= 3;
}

} // namespace svc::bank

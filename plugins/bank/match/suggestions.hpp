#pragma once

#include <string>
#include <utility>
#include <vector>

#include <bindings.hpp>

#include "match/parts.hpp"

namespace svc::bank {

using Suggestions = std::vector<api::MatchSuggestion>;

/// Suggests one movement or transfer for the whole line.
inline api::MatchSuggestion suggestWhole(const Line& line, int hundredths, std::vector<std::string> reasons,
                                         api::MatchableKind kind, std::string id, Date date) {
    const MinorAmount amount(magnitude(line));
    return {
        .score = Decimal(Int128{hundredths}, 2),
        .reasons = std::move(reasons),
        .matches = {{.kind = kind, .id = std::move(id), .date = date, .balance = amount, .amount = amount}}};
}

/// Removes the suggestions of this movement or transfer alone, in favour of a more detailed one.
inline void eraseSuggestions(Suggestions& answer, const std::string& id) {
    std::erase_if(answer, [&](const api::MatchSuggestion& one) {
        return one.matches.size() == 1 && one.matches.front().id == id;
    });
}

/// A date near enough to support a match.
inline bool isNear(const Line& line, Date date) {
    const std::int32_t days = date.daysSince(line.bookedAt);
    return days >= -3 && days <= 3;
}

} // namespace svc::bank

/// @file By what the documents of a searched list are counted: what a list declares, what a document is to
/// the counts, and what a search may be filtered by to find its sums kept (svc/word_counts.hpp).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/date.hpp>
#include <svc/id.hpp>

namespace svc {

/// What is counted of a document besides that it is there.
struct CountedBy {
    std::string_view records; ///< the table of the documents with `company_id` and `id`: `d` below
    /// The day that the list is filtered by, which a document keeps; empty when there is none.
    std::string_view date = {};
    /// Texts that the list is filtered by, none of them null: `d.status, d.kind`.
    std::string_view states = {};
    /// Whole numbers, such as minor units; what is empty is 0.
    std::array<std::string_view, 5> sums = {};
};

/// What a document is to the counts, as CountedBy tells it.
struct DocumentShare {
    std::optional<Date> date; ///< none when CountedBy has none
    std::vector<std::string> states;
    std::array<std::int64_t, 5> sums{};
};

/// Documents and their sums, in the order of CountedBy.
struct FoundSums {
    std::int64_t documents = 0;
    std::array<std::int64_t, 5> sums{};
};

/// What a search by a word is filtered by besides.
struct CountedFilter {
    std::optional<Date> from = {};
    std::optional<Date> to = {};
    /// In the order of CountedBy::states; what has no value, or is not there, does not filter.
    std::vector<std::optional<std::vector<std::string>>> states = {};

    bool byDays() const { return from || to; }
    bool byStates() const {
        return std::any_of(states.begin(), states.end(), [](const auto& state) { return state.has_value(); });
    }
};

/// A filter by identifiers as one by their texts.
inline std::optional<std::vector<std::string>> idTexts(const std::optional<std::vector<Uuid>>& ids) {
    if (!ids) {
        return std::nullopt;
    }
    std::vector<std::string> words;
    for (const Uuid& id : *ids) {
        words.push_back(id.toString());
    }
    return words;
}
/// A filter by one value.
inline std::optional<std::vector<std::string>> oneWord(const std::optional<std::string>& value) {
    return value ? std::optional(std::vector<std::string>{*value}) : std::nullopt;
}
inline std::optional<std::vector<std::string>> oneWord(const std::optional<Uuid>& value) {
    return value ? std::optional(std::vector<std::string>{value->toString()}) : std::nullopt;
}
inline std::optional<std::vector<std::string>> oneWord(const std::optional<bool>& value) {
    return value ? std::optional(std::vector<std::string>{*value ? "true" : "false"}) : std::nullopt;
}

} // namespace svc

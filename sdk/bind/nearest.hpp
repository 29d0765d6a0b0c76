/// @file The nearest of some words, to propose it for a mistyped one. Shared by svc-bind and the host.
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string_view>
#include <vector>

namespace svc::bindgen {

/// How many characters must be added, removed or replaced to make one word from the other; two neighbours
/// that changed places count as one.
inline std::size_t distance(std::string_view one, std::string_view other) {
    std::vector<std::size_t> before;
    std::vector<std::size_t> above(other.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 1; i <= one.size(); ++i) {
        std::vector<std::size_t> row(other.size() + 1, i);
        for (std::size_t k = 1; k <= other.size(); ++k) {
            const std::size_t replaced = above[k - 1] + (one[i - 1] == other[k - 1] ? 0 : 1);
            row[k] = std::min({above[k] + 1, row[k - 1] + 1, replaced});
            if (i > 1 && k > 1 && one[i - 1] == other[k - 2] && one[i - 2] == other[k - 1]) {
                row[k] = std::min(row[k], before[k - 2] + 1);
            }
        }
        before = std::move(above);
        above = std::move(row);
    }
    return above.back();
}

/// The one of `words` that was probably meant; empty when none is near.
template <class Words>
std::string_view nearest(std::string_view word, const Words& words) {
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
    for (const std::string_view candidate : words) {
        if (const std::size_t away = distance(word, candidate); away < least) {
            least = away;
            best = candidate;
        }
    }
    return best;
}

} // namespace svc::bindgen

#pragma once

#include <svc/decimal.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace svc {

/// Amounts are within ±10^15 minor units (API definitions 1.3).
inline constexpr std::int64_t MaxMinor = 1'000'000'000'000'000;

/// Whether an amount in minor units is within the range.
constexpr bool isMinorInRange(Int128 minor) {
    return minor >= -MaxMinor && minor <= MaxMinor;
}

/// numerator / denominator rounded half away from zero (API definitions 1.4). Throws DecimalError when the
/// denominator is 0 or the result is out of range.
constexpr std::int64_t roundedRatio(Int128 numerator, Int128 denominator) {
    if (denominator == 0) {
        throw DecimalError("division by zero");
    }
    const Int128 result = detail::dividedHalfAwayFromZero(numerator, denominator);
    if (!isMinorInRange(result)) {
        throw DecimalError("an amount is out of range");
    }
    return static_cast<std::int64_t>(result);
}

/// A number of minor units rounded to a whole number; no value when it is out of range.
constexpr std::optional<std::int64_t> roundedMinor(const Decimal& value) {
    const Int128 result = value.rounded(0).unscaled();
    return isMinorInRange(result) ? std::optional(static_cast<std::int64_t>(result)) : std::nullopt;
}

/// Splits `total` into parts proportional to weight × numerator / denominator. Each exact part is rounded
/// down, then the missing units go one by one to the parts with the largest remainders, the first one on a
/// tie (largest remainder method). The parts add up to `total`. `denominator` must be positive.
inline std::vector<std::int64_t> allocateByRatio(std::int64_t total, std::span<const std::int64_t> weights,
                                                 Int128 numerator, Int128 denominator) {
    struct Lost {
        Int128 remainder;
        std::size_t index;
    };
    std::vector<std::int64_t> parts(weights.size());
    std::vector<Lost> lost(weights.size());
    Int128 missing = total;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        const auto exact = detail::multiplied(weights[i], numerator);
        if (!exact) {
            throw DecimalError("an amount is out of range");
        }
        Int128 part = *exact / denominator;
        Int128 remainder = *exact % denominator;
        if (remainder < 0) {
            remainder += denominator;
            --part;
        }
        if (!isMinorInRange(part)) {
            throw DecimalError("an amount is out of range");
        }
        parts[i] = static_cast<std::int64_t>(part);
        lost[i] = {remainder, i};
        missing -= part;
    }
    if (missing == 0 || parts.empty()) {
        return parts;
    }
    const auto count = static_cast<Int128>(parts.size());
    Int128 each = missing / count;
    if (missing % count < 0) {
        --each;
    }
    const auto more = static_cast<std::size_t>(missing - each * count);
    std::sort(lost.begin(), lost.end(), [](const Lost& a, const Lost& b) {
        return a.remainder != b.remainder ? a.remainder > b.remainder : a.index < b.index;
    });
    for (std::size_t i = 0; i < lost.size(); ++i) {
        parts[lost[i].index] += static_cast<std::int64_t>(each) + (i < more ? 1 : 0);
    }
    return parts;
}

/// Splits `total` in proportion to the weights, in whole units, by largest remainder (first on a tie). The
/// parts always add up to `total`, and the parts of -total are the negated parts of total. Weights may be
/// negative; when they add up to zero, the total is split equally.
///
/// Example:
///   allocate(100, {{1, 1, 1}});    // 34, 33, 33
inline std::vector<std::int64_t> allocate(std::int64_t total, std::span<const std::int64_t> weights) {
    Int128 sum = 0;
    for (const std::int64_t weight : weights) {
        sum += weight;
    }
    const std::int64_t size = total < 0 ? -total : total;
    std::vector<std::int64_t> parts;
    if (sum > 0) {
        parts = allocateByRatio(size, weights, size, sum);
    } else if (sum < 0) {
        // weight / sum is the same as -weight / -sum.
        parts = allocateByRatio(size, weights, -Int128{size}, -sum);
    } else {
        const std::vector<std::int64_t> equal(weights.size(), 1);
        parts = allocateByRatio(size, equal, size, std::max<Int128>(1, static_cast<Int128>(weights.size())));
    }
    if (total < 0) {
        for (std::int64_t& part : parts) {
            part = -part;
        }
    }
    return parts;
}

} // namespace svc

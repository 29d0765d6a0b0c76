#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace svc::treasury {

/// Notes or coins of one denomination in minor units.
struct Counted {
    std::int64_t denomination = 0;
    std::int64_t quantity = 0;
};

/// The total of the counted notes and coins; nothing when a denomination is not positive, a quantity is
/// negative, or the sum is out of range.
std::optional<std::int64_t> worthOf(std::span<const Counted> count);

} // namespace svc::treasury

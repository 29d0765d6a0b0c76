#include "till/rules/cash_count.hpp"

#include <svc/rounding.hpp>

namespace svc::treasury {

std::optional<std::int64_t> worthOf(std::span<const Counted> count) {
    Int128 sum = 0;
    for (const Counted& one : count) {
        if (one.denomination <= 0 || one.quantity < 0) {
            return std::nullopt;
        }
        sum += Int128{one.denomination} * one.quantity;
        if (!isMinorInRange(sum)) {
            return std::nullopt;
        }
    }
    return static_cast<std::int64_t>(sum);
}

} // namespace svc::treasury

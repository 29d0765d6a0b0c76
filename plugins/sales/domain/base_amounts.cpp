#include "domain/base_amounts.hpp"

#include <algorithm>

#include <svc/money.hpp>
#include <svc/tax.hpp>

namespace svc::sales {

std::int64_t releasedBase(const Sale& sale, std::int64_t amount) {
    if (sale.total == 0) {
        return 0;
    }
    if (amount >= sale.balance()) {
        return sale.receivableBase();
    }
    // From the running sum, so that rounding never adds up.
    const std::int64_t after = roundedRatio(Int128{sale.totalBase} * (sale.held() + amount), sale.total);
    const std::int64_t released = after - (sale.paidBase - sale.refundedBase);
    return std::clamp<std::int64_t>(released, 0, std::max<std::int64_t>(sale.receivableBase(), 0));
}

} // namespace svc::sales

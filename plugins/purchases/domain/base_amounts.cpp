#include "domain/base_amounts.hpp"

#include <svc/money.hpp>
#include <svc/tax.hpp>

namespace svc::purchases {

std::int64_t releasedBase(const Purchase& purchase, std::int64_t amount) {
    if (purchase.total == 0) {
        return 0;
    }
    if (amount >= purchase.balance()) {
        return purchase.totalBase - purchase.paidBase;
    }
    // From the running sum, so that rounding never adds up.
    const std::int64_t after =
        roundedRatio(Int128{purchase.totalBase} * (purchase.paid + amount), purchase.total);
    return after - purchase.paidBase;
}

} // namespace svc::purchases

#include "domain/payment_plan.hpp"

#include <svc/rounding.hpp>

namespace svc::purchases {

PlanFault checkPlannedPayments(std::span<const std::int64_t> amounts, std::int64_t total, bool paidInFull) {
    Int128 sum = 0;
    for (const std::int64_t amount : amounts) {
        sum += amount;
    }
    if (paidInFull && sum != total) {
        return PlanFault::TotalMismatch;
    }
    return sum > total ? PlanFault::AboveTotal : PlanFault::None;
}

std::string_view defaultMethod(std::string_view walletKind) {
    if (walletKind == "cash" || walletKind == "card" || walletKind == "mobile_money") {
        return walletKind;
    }
    return "bank_transfer";
}

bool methodFits(std::string_view method, std::string_view walletKind) {
    return walletKind != "cash" || method == "cash";
}

std::optional<std::int64_t> changeOf(std::int64_t amount, std::optional<std::int64_t> tendered) {
    if (!tendered) {
        return 0;
    }
    return *tendered < amount ? std::nullopt : std::optional(*tendered - amount);
}

} // namespace svc::purchases

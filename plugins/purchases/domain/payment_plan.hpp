#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace svc::purchases {

/// What is wrong with the payments that come with a new purchase.
enum class PlanFault { None = 1, TotalMismatch, AboveTotal };

/// `paidInFull` wants payments that add up to the total; else they may be below it, never above.
PlanFault checkPlannedPayments(std::span<const std::int64_t> amounts, std::int64_t total, bool paidInFull);

/// How a payment into a wallet of this kind was most likely made.
std::string_view defaultMethod(std::string_view walletKind);

/// A till holds cash only: any other method into a wallet of kind `cash` is refused.
bool methodFits(std::string_view method, std::string_view walletKind);

/// What is handed back when `tendered` was given; nothing when it does not cover the amount.
std::optional<std::int64_t> changeOf(std::int64_t amount, std::optional<std::int64_t> tendered);

} // namespace svc::purchases

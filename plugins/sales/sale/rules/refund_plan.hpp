#pragma once

#include <cstdint>

#include "sale/rules/sale.hpp"

namespace svc::sales {

enum class RefundFault { None = 1, NoAmount, AboveRefundable };

/// The amount that a refund credits and the money that is paid back, in the currency of the sale.
struct RefundPlan {
    RefundFault fault = RefundFault::None;
    std::int64_t amount = 0;
    std::int64_t money = 0;
};

/// Credits everything that is not credited yet, and pays back all money held. `creditOnly`: no money may
/// move, so only the open balance can be credited.
RefundPlan refundRest(const Sale& sale, bool creditOnly);

/// Credits an amount: paid back if money is held and may move, else deducted from the balance.
RefundPlan refundAmount(const Sale& sale, std::int64_t amount, bool creditOnly);

/// The least money held at the end of `day` and of all later days: no more can be paid back on that day, for
/// money comes in before it goes back.
std::int64_t heldFrom(const Sale& sale, Date day);

/// The amount that paying back `money`, together with crediting `amount`, reopens on the receivable in the
/// currency of the company: all that is held when all of it goes back, else as much as the credit deducts, so
/// that the balance does not change.
std::int64_t moneyBase(const Sale& sale, const RefundPlan& plan, std::int64_t creditBase);

} // namespace svc::sales

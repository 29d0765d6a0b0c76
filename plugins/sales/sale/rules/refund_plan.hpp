#pragma once

#include <cstdint>

#include "sale/rules/sale.hpp"

namespace svc::sales {

enum class RefundFault { None = 1, NoAmount, AboveRefundable };

/// What a refund takes back and what goes back to the customer, in the currency of the sale.
struct RefundPlan {
    RefundFault fault = RefundFault::None;
    std::int64_t amount = 0;
    std::int64_t money = 0;
};

/// All that is not credited yet, and the money held. `creditOnly`: no money may move, so only what is still
/// open can be credited.
RefundPlan refundRest(const Sale& sale, bool creditOnly);

/// An amount: money when some is held and may move, else a credit of the balance.
RefundPlan refundAmount(const Sale& sale, std::int64_t amount, bool creditOnly);

/// What giving `money` back, beside crediting `amount`, puts on the receivable in the currency of the
/// company: all that is held, or as much as the credit takes off, so that the balance stays what it is.
std::int64_t moneyBase(const Sale& sale, const RefundPlan& plan, std::int64_t creditBase);

} // namespace svc::sales

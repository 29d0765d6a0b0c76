/// Refunds at the provider, which the verb payment_state reports with the payment.
#pragma once

#include <cstdint>
#include <optional>

#include <svc/amount_units.hpp>
#include <svc/connector.hpp>

namespace svc::connector {

/// How much of a payment was refunded, according to the provider.
enum class GivenBack { Nothing, Part, All };

/// Adds `refunded`, the total in minor units, to the state of a payment; or `partlyRefunded` when the
/// provider reports a partial refund without its amount. `sum`: the sum of the provider's list of refunds,
/// when that is not empty; `state` has `amount`, the paid amount.
template <class State>
void tellRefunds(State& state, GivenBack what, std::optional<std::int64_t> sum = std::nullopt) {
    const std::int64_t listed = sum.value_or(0);
    if (what == GivenBack::All) {
        state.refunded = state.amount;
    } else if (listed > 0) {
        state.refunded = MinorAmount(listed);
    } else if (what == GivenBack::Part) {
        state.partlyRefunded = true;
    }
}

} // namespace svc::connector

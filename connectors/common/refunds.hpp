/// Refunds at the provider, which the verb payment_state reports with the payment.
#pragma once

#include <cstdint>
#include <optional>

#include <svc/connector.hpp>

namespace svc::connector {

/// How much of a payment was refunded, according to the provider.
enum class GivenBack { Nothing, Part, All };

/// Adds `refunded`, the total in minor units, to the state of a payment; or `partlyRefunded` when the
/// provider reports a partial refund without its amount. `sum`: the sum of the provider's list of refunds,
/// when that is not empty; `state` has `amount`, the paid amount.
inline void tellRefunds(Json& state, GivenBack what, std::optional<std::int64_t> sum = std::nullopt) {
    const std::int64_t listed = sum.value_or(0);
    if (what == GivenBack::All) {
        state.set("refunded", state["amount"].integer());
    } else if (listed > 0) {
        state.set("refunded", listed);
    } else if (what == GivenBack::Part) {
        state.set("partlyRefunded", true);
    }
}

} // namespace svc::connector

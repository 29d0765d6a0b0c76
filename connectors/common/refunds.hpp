/// Money that was given back at the provider, as the verb payment_state tells it beside the payment.
#pragma once

#include <cstdint>
#include <optional>

#include <svc/connector.hpp>

namespace svc::connector {

/// How much of a payment a provider says to have given back.
enum class GivenBack { Nothing, Part, All };

/// Adds `refunded`, in minor units and in all, to the state of a payment; or `partlyRefunded` when the
/// provider tells that a part was given back and not how much. `sum`: what its own list of refunds comes to,
/// when it has one that is not empty; `state` has `amount`, what was paid.
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

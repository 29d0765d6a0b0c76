/// Payments at the test platforms of providers.
#pragma once

namespace svc::connector {

/// The state of a payment, marked as play money when it was paid at a sandbox: it is never booked, whatever
/// its currency. `State`: the generated output of the verb payment_state.
template <class State>
State paidAt(bool sandbox, State state) {
    if (sandbox && state.state == decltype(state.state)::Paid) {
        state.playMoney = true;
    }
    return state;
}

} // namespace svc::connector

#pragma once

#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::integrations {

/// The right to connect or disconnect a provider of the company: one request at a time has it, across hosts
/// and without an open transaction. A connector stores the keys during its call and their account is stored
/// afterwards; together they must come from the same request.
struct Turn {
    std::string provider;
    Uuid holder;
};

/// Waits for others. Refuses with `integration-unreachable:others-are-at-it` when they take more than ten
/// seconds.
Turn takeTurn(Call& call, std::string_view provider);
/// Ends the turn in the transaction that stores its result. Refuses as takeTurn() does when it has taken so
/// long that another request may have got it.
void endTurn(Call& call, const Turn& turn);
/// Ends the turn without a result.
void dropTurn(Call& call, const Turn& turn);

/// Runs `work(turn)`, which calls endTurn(); an exception ends the turn too.
template <class Work>
auto inTurn(Call& call, std::string_view provider, Work work) {
    const Turn turn = takeTurn(call, provider);
    try {
        return work(turn);
    } catch (...) {
        call.transaction([&] { dropTurn(call, turn); });
        throw;
    }
}

} // namespace svc::integrations

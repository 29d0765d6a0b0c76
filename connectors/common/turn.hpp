/// Of callers that need the same thing of a provider at once, one asks and the others use what it got.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <svc/connector.hpp>

namespace svc::connector {

/// Whose turn it is has a minute, also on another host; no transaction is open meanwhile. False: it is
/// somebody else's, or `isDone()` (read in the same transaction) says that nothing is left to do. Kept as the
/// secrets `turnLock` and `turnUntil`: writing the first one locks it against the others.
template <class IsDone>
bool takeTurn(Call& call, IsDone isDone) {
    return call.transaction([&] {
        call.secrets().put("turnLock", "1");
        const auto turn = Instant::parse(call.secrets().get("turnUntil").value_or(""));
        if ((turn && *turn > call.now()) || isDone()) {
            return false;
        }
        call.secrets().put("turnUntil", (call.now() + Instant::Minute).toString());
        return true;
    });
}

/// In a transaction: the next one may take its turn.
inline void endTurn(Call& call) {
    call.secrets().remove("turnUntil");
}

/// What `find()` finds, or `make()` gets when it is the caller's turn; nothing when others have taken longer
/// than ten seconds. `make()` calls endTurn() in the transaction that keeps what it got; what it throws ends
/// the turn too.
template <class Find, class Make>
std::optional<std::string> inTurn(Call& call, Find find, Make make) {
    constexpr int Looks = 50;
    for (int i = 0; i < Looks; ++i) {
        if (auto found = find()) {
            return found;
        }
        if (takeTurn(call, [&] { return find().has_value(); })) {
            try {
                return make();
            } catch (...) {
                call.transaction([&] { endTurn(call); });
                throw;
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return std::nullopt;
}

} // namespace svc::connector

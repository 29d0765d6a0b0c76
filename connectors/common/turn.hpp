/// Of callers that need the same thing of a provider at once, one asks and the others use what it got.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <svc/connector.hpp>

namespace svc::connector {

/// What callers take turns at for which they say nothing else: the access.
constexpr std::string_view AccessTurn = "turn";

/// Whose turn it is has a minute, also on another host; no transaction is open meanwhile. False: it is
/// somebody else's, or `isDone()` (read in the same transaction) says that nothing is left to do. Kept as the
/// secrets `<name>Lock` and `<name>Until`: writing the first one locks it against the others.
template <class IsDone>
bool takeTurn(Call& call, IsDone isDone, std::string_view name = AccessTurn) {
    const std::string until = std::string(name) + "Until";
    return call.transaction([&] {
        call.secrets().put(std::string(name) + "Lock", "1");
        const auto turn = Instant::parse(call.secrets().get(until).value_or(""));
        if ((turn && *turn > call.now()) || isDone()) {
            return false;
        }
        call.secrets().put(until, (call.now() + Instant::Minute).toString());
        return true;
    });
}

/// In a transaction: the next one may take its turn.
inline void endTurn(Call& call, std::string_view name = AccessTurn) {
    call.secrets().remove(std::string(name) + "Until");
    if (name != AccessTurn) {
        call.secrets().remove(std::string(name) + "Lock");
    }
}

/// What `find()` finds, or `make()` gets when it is the caller's turn; nothing when others have taken longer
/// than ten seconds. `make()` calls endTurn() in the transaction that keeps what it got; what it throws ends
/// the turn too.
template <class Find, class Make>
std::optional<std::string> inTurn(Call& call, Find find, Make make, std::string_view name = AccessTurn) {
    constexpr int Looks = 50;
    for (int i = 0; i < Looks; ++i) {
        if (auto found = find()) {
            return found;
        }
        if (takeTurn(
                call, [&] { return find().has_value(); }, name)) {
            try {
                return make();
            } catch (...) {
                call.transaction([&] { endTurn(call, name); });
                throw;
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
    }
    return std::nullopt;
}

/// What `make()` gives, while nobody else is at what has this name; refused when others are for longer than
/// ten seconds.
template <class Make>
auto alone(Call& call, std::string_view name, Make make) {
    decltype(make()) made;
    const auto turn = inTurn(
        call, [] { return std::optional<std::string>(); },
        [&] {
            made = make();
            call.transaction([&] { endTurn(call, name); });
            return std::string(name);
        },
        name);
    if (!turn) {
        throw ApiError(400, "integration-unreachable", {"others-are-at-it"});
    }
    return made;
}

} // namespace svc::connector

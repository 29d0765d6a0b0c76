/// A lock among callers that need the same thing of a provider: one asks, and the others use its result.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include <svc/connector.hpp>

namespace svc::connector {

/// The default lock: the one on the access token.
constexpr std::string_view AccessTurn = "turn";

/// Takes the lock for one minute, across hosts and without an open transaction. False: another caller has it,
/// or `isDone()` (read in the same transaction) says that nothing is left to do. Stored as the secrets
/// `<name>Lock` and `<name>Until`; writing `<name>Lock` locks its row against concurrent callers.
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

/// Releases the lock, in a transaction.
inline void endTurn(Call& call, std::string_view name = AccessTurn) {
    call.secrets().remove(std::string(name) + "Until");
    if (name != AccessTurn) {
        call.secrets().remove(std::string(name) + "Lock");
    }
}

/// The result of `find()`, or of `make()` when the caller gets the lock; nothing when other callers hold it
/// for more than ten seconds. `make()` calls endTurn() in the transaction that stores its result; an
/// exception releases the lock too.
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

/// Runs `make()` under the lock `name`; refused when other callers hold it for more than ten seconds.
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

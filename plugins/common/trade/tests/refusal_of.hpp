#pragma once

#include <string>

#include <svc/error.hpp>

namespace svc::trade {

/// The code with its path that `act` is refused with; nothing when it is taken.
template <class Act>
std::string refusalOf(Act act) {
    try {
        act();
    } catch (const ApiError& error) {
        return std::string(error.code());
    }
    return {};
}

} // namespace svc::trade

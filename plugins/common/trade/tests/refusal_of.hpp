#pragma once

#include <string>

#include <svc/error.hpp>

namespace svc::trade {

/// The error code with its path with which `act` is refused; empty when it succeeds.
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

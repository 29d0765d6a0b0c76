#pragma once

#include <string_view>

#include <svc/decimal.hpp>

namespace svc::trade {

/// The decimal of a text, which must be valid.
inline Decimal decimal(std::string_view text) {
    return Decimal::parse(text).value();
}

} // namespace svc::trade

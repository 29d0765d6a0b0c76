#pragma once

#include <string_view>

#include <svc/decimal.hpp>

namespace svc {

/// The decimal of a valid text.
inline Decimal decimal(std::string_view text) {
    return Decimal::parse(text).value();
}

} // namespace svc

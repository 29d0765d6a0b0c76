#include "trade/lines.hpp"

namespace svc::trade {

void checkQuantity(const Decimal& quantity, std::size_t index) {
    constexpr int QuantityDecimals = 6;
    if (quantity.isZero() || quantity.decimals() > QuantityDecimals) {
        throw fieldInvalid(pathOf("lines", index, "quantity"));
    }
}

} // namespace svc::trade

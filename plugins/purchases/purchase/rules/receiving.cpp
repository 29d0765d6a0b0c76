#include "purchase/rules/receiving.hpp"

#include <svc/rounding.hpp>

namespace svc::purchases {
namespace {

constexpr int CostDecimals = 8;
constexpr int ShownDecimals = 4;

std::int64_t part(std::int64_t amount, const Decimal& quantity, const Decimal& whole) {
    if (quantity == whole) {
        return amount;
    }
    return Decimal::divide(Decimal(amount) * quantity, whole, 0).toInteger().value();
}

} // namespace

LineShare shareUpTo(const PurchaseLine& line, const Decimal& quantity) {
    return {part(line.net, quantity, line.quantity), part(line.tax, quantity, line.quantity),
            part(line.netBase, quantity, line.quantity), part(line.taxBase, quantity, line.quantity)};
}

LineShare shareBetween(const PurchaseLine& line, const Decimal& before, const Decimal& after) {
    const LineShare from = shareUpTo(line, before);
    const LineShare to = shareUpTo(line, after);
    return {to.net - from.net, to.tax - from.tax, to.netBase - from.netBase, to.taxBase - from.taxBase};
}

Decimal netUnitPrice(const PurchaseLine& line) {
    return Decimal::divide(Decimal(line.net), line.quantity, ShownDecimals).normalized();
}

Decimal lineUnitCostBase(const PurchaseLine& line, bool deductsTax) {
    const std::int64_t cost = line.netBase + (deductsTax ? 0 : line.taxBase);
    return Decimal::divide(Decimal(cost), line.quantity, CostDecimals).normalized();
}

Decimal unitCostBase(const Decimal& unitCost, Currency currency, const Decimal& exchangeRate, Currency base) {
    if (currency == base) {
        return unitCost;
    }
    return Decimal::divide(unitCost.shifted(base.digits() - currency.digits()), exchangeRate, CostDecimals)
        .normalized();
}

} // namespace svc::purchases

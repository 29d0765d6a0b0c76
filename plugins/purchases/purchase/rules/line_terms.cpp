#include "purchase/rules/line_terms.hpp"

#include "trade/pricing.hpp"

namespace svc::purchases {

Decimal costInCurrency(const Decimal& cost, Currency base, const Decimal& exchangeRate, Currency currency,
                       const std::optional<Decimal>& includedRate) {
    const Decimal price = trade::priceInCurrency(cost, base, exchangeRate, currency);
    return trade::priceWithTax(price, false, includedRate.has_value(), includedRate.value_or(Decimal()))
        .normalized();
}

} // namespace svc::purchases

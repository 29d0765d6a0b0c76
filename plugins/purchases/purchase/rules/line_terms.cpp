#include "purchase/rules/line_terms.hpp"

#include "trade/pricing.hpp"

namespace svc::purchases {

Decimal costInCurrency(const Decimal& cost, Currency base, const Decimal& exchangeRate, Currency currency,
                       const std::optional<Decimal>& includedRate) {
    Decimal price = trade::priceInCurrency(cost, base, exchangeRate, currency);
    if (includedRate) {
        price = (price * (Decimal(100) + *includedRate)).shifted(-2);
    }
    return price.rounded(trade::PriceDecimals).normalized();
}

} // namespace svc::purchases

#include "trade/pricing.hpp"

namespace svc::trade {

Decimal priceInCurrency(const Decimal& price, Currency base, const Decimal& exchangeRate, Currency currency) {
    return base == currency ? price
                            : (price.shifted(-base.digits()) * exchangeRate).shifted(currency.digits());
}

} // namespace svc::trade

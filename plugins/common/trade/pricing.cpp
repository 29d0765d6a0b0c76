#include "trade/pricing.hpp"

namespace svc::trade {

Decimal priceInCurrency(const Decimal& price, Currency base, const Decimal& exchangeRate, Currency currency) {
    return base == currency ? price
                            : (price.shifted(-base.digits()) * exchangeRate).shifted(currency.digits());
}

Decimal priceWithTax(const Decimal& price, bool included, bool wanted, const Decimal& taxRate) {
    const Decimal hundred(100);
    if (included == wanted) {
        return price.rounded(PriceDecimals);
    }
    return included ? Decimal::divide(price * hundred, hundred + taxRate, PriceDecimals)
                    : (price * (hundred + taxRate)).shifted(-2).rounded(PriceDecimals);
}

} // namespace svc::trade

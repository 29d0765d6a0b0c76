#include "api/line_terms.hpp"

namespace svc::purchases {

TaxTerms taxTermsOf(const LineInput& line, const Item* item, const Company& company) {
    return svc::taxTermsOf(
        {line.taxCategory, line.taxRate, line.taxExemptionReason},
        item ? TaxChoice{item->taxCategory, item->taxRate, item->taxExemptionReason} : TaxChoice{}, company);
}

Decimal costInCurrency(const Decimal& cost, Currency base, const Decimal& exchangeRate, Currency currency,
                       const std::optional<Decimal>& includedRate) {
    constexpr int PriceDecimals = 4;
    Decimal price =
        base == currency ? cost : (cost.shifted(-base.digits()) * exchangeRate).shifted(currency.digits());
    if (includedRate) {
        price = (price * (Decimal(100) + *includedRate)).shifted(-2);
    }
    return price.rounded(PriceDecimals).normalized();
}

} // namespace svc::purchases

#include "api/line_terms.hpp"

namespace svc::sales {

TaxTerms taxTermsOf(const LineInput& line, const Item* item, const Partner* partner, const Company& company) {
    return svc::taxTermsOf({line.taxCategory, line.taxRate, line.taxExemptionReason},
                           item ? TaxChoice{item->taxCategory, item->taxRate, item->taxExemptionReason}
                                : TaxChoice{},
                           company, partner ? partner->taxExemptionReason : std::nullopt);
}

Decimal priceInCurrency(const Decimal& price, Currency base, const Decimal& exchangeRate, Currency currency) {
    if (base == currency) {
        return price;
    }
    constexpr int PriceDecimals = 4;
    return (price.shifted(-base.digits()) * exchangeRate).shifted(currency.digits()).rounded(PriceDecimals);
}

} // namespace svc::sales

#include "api/line_terms.hpp"

namespace svc::purchases {

TaxTerms taxTermsOf(const api::PurchaseLineCreate& line, const calls::stock::SoldItem* item,
                    const Company& company) {
    TaxChoice usual;
    if (item != nullptr) {
        usual = {.rate = item->taxRate, .exemptionReason = item->taxExemptionReason};
        if (item->taxCategory) {
            usual.category = std::string(toText(*item->taxCategory));
        }
    }
    return svc::taxTermsOf({line.taxCategory, line.taxRate, line.taxExemptionReason}, usual, company);
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

#include "api/line_terms.hpp"

#include <array>
#include <string_view>

namespace svc::purchases {
namespace {

bool carriesNoTax(std::string_view category) {
    constexpr std::array<std::string_view, 6> Categories{"Z", "E", "AE", "K", "G", "O"};
    for (const std::string_view one : Categories) {
        if (one == category) {
            return true;
        }
    }
    return false;
}

/// A rate without category: taxed or zero-rated, staying within the usual category where it fits.
std::string categoryFor(const Decimal& rate, const std::string& usual) {
    if (rate.isZero()) {
        return carriesNoTax(usual) ? usual : "Z";
    }
    return carriesNoTax(usual) ? "S" : usual;
}

} // namespace

TaxTerms taxTermsOf(const LineInput& line, const Item* item, const Company& company) {
    // A company without VAT number expects none unless the line or the item says so.
    const bool registered = company.vatNumber.has_value();
    const std::string companyCategory = registered ? company.defaultTaxCategory : "O";
    const Decimal companyRate = carriesNoTax(companyCategory) ? Decimal() : company.defaultTaxRate;
    const std::optional<std::string> itemCategory = item ? item->taxCategory : std::nullopt;
    const std::optional<Decimal> itemRate = item ? item->taxRate : std::nullopt;
    const std::string usual = itemCategory.value_or(companyCategory);

    TaxTerms terms;
    if (line.taxCategory) {
        terms.category = *line.taxCategory;
        const bool asItem = itemCategory == line.taxCategory && itemRate;
        terms.rate = line.taxRate.value_or(carriesNoTax(terms.category) ? Decimal()
                                           : asItem                     ? *itemRate
                                                                        : company.defaultTaxRate);
    } else if (line.taxRate) {
        terms.rate = *line.taxRate;
        terms.category = categoryFor(terms.rate, usual);
    } else if (itemCategory) {
        terms.category = *itemCategory;
        terms.rate = carriesNoTax(terms.category) ? Decimal() : itemRate.value_or(companyRate);
    } else if (itemRate) {
        terms.rate = *itemRate;
        terms.category = categoryFor(terms.rate, usual);
    } else {
        terms.category = companyCategory;
        terms.rate = companyRate;
    }
    terms.exemptionReason = line.taxExemptionReason;
    if (!terms.exemptionReason && carriesNoTax(terms.category) && terms.category != "Z") {
        terms.exemptionReason = item ? item->taxExemptionReason : std::nullopt;
    }
    return terms;
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

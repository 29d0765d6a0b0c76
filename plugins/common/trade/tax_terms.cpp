#include "trade/tax_terms.hpp"

#include <algorithm>
#include <array>

namespace svc::trade {
namespace {

/// The category for a rate without category: taxed or zero-rated, keeping the usual category where it fits.
std::string categoryFor(const Decimal& rate, const std::string& usual) {
    if (rate.isZero()) {
        return carriesNoTax(usual) ? usual : "Z";
    }
    return carriesNoTax(usual) ? "S" : usual;
}

} // namespace

bool carriesNoTax(std::string_view category) {
    constexpr std::array<std::string_view, 6> Categories{"Z", "E", "AE", "K", "G", "O"};
    return std::find(Categories.begin(), Categories.end(), category) != Categories.end();
}

TaxTerms taxTermsOf(const TaxChoice& line, const TaxChoice& item, const Company& company,
                    const std::optional<std::string>& partnerReason) {
    const std::string companyCategory = company.vatNumber ? company.defaultTaxCategory : "O";
    const Decimal companyRate = carriesNoTax(companyCategory) ? Decimal() : company.defaultTaxRate;
    const std::string usual = item.category.value_or(companyCategory);

    TaxTerms terms;
    if (line.category) {
        terms.category = *line.category;
        const bool asItem = item.category == line.category && item.rate;
        terms.rate = line.rate.value_or(carriesNoTax(terms.category) ? Decimal()
                                        : asItem                     ? *item.rate
                                                                     : company.defaultTaxRate);
    } else if (line.rate) {
        terms.rate = *line.rate;
        terms.category = categoryFor(terms.rate, usual);
    } else if (item.category) {
        terms.category = *item.category;
        terms.rate = carriesNoTax(terms.category) ? Decimal() : item.rate.value_or(companyRate);
    } else if (item.rate) {
        terms.rate = *item.rate;
        terms.category = categoryFor(terms.rate, usual);
    } else {
        terms.category = companyCategory;
        terms.rate = companyRate;
    }
    terms.exemptionReason = line.exemptionReason;
    if (!terms.exemptionReason && carriesNoTax(terms.category) && terms.category != "Z") {
        terms.exemptionReason = item.exemptionReason ? item.exemptionReason : partnerReason;
    }
    return terms;
}

} // namespace svc::trade

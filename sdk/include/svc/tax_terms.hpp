/// @file Which VAT a line of a document carries when the client did not say all of it: API definitions 1.4.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc {

/// What a line, or its item, says of its VAT; each may be left open.
struct TaxChoice {
    std::optional<std::string> category = std::nullopt; ///< UNCL 5305
    std::optional<Decimal> rate = std::nullopt;         ///< percent
    std::optional<std::string> exemptionReason = std::nullopt;
};

/// Category, rate and reason of a line, all decided.
struct TaxTerms {
    std::string category;
    Decimal rate;
    std::optional<std::string> exemptionReason;
};

/// Is this one of the categories of UNCL 5305 whose rate is always zero?
inline bool carriesNoTax(std::string_view category) {
    constexpr std::array<std::string_view, 6> Categories{"Z", "E", "AE", "K", "G", "O"};
    return std::find(Categories.begin(), Categories.end(), category) != Categories.end();
}

namespace detail {

/// A rate without category: taxed or zero-rated, staying within the usual category where it fits.
inline std::string categoryFor(const Decimal& rate, const std::string& usual) {
    if (rate.isZero()) {
        return carriesNoTax(usual) ? usual : "Z";
    }
    return carriesNoTax(usual) ? "S" : usual;
}

} // namespace detail

/// What the line says goes before what its item says, and that before what the company says; a company
/// without VAT number is outside the tax (category O) unless the line or the item says otherwise. The reason
/// of an exemption falls back to the item's, then to `partnerReason`.
inline TaxTerms taxTermsOf(const TaxChoice& line, const TaxChoice& item, const Company& company,
                           const std::optional<std::string>& partnerReason = std::nullopt) {
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
        terms.category = detail::categoryFor(terms.rate, usual);
    } else if (item.category) {
        terms.category = *item.category;
        terms.rate = carriesNoTax(terms.category) ? Decimal() : item.rate.value_or(companyRate);
    } else if (item.rate) {
        terms.rate = *item.rate;
        terms.category = detail::categoryFor(terms.rate, usual);
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

} // namespace svc

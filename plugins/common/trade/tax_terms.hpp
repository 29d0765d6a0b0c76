/// @file Which VAT a line of a document carries when the client did not say all of it: API definitions 1.4.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::trade {

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
bool carriesNoTax(std::string_view category);

/// What the line says goes before what its item says, and that before what the company says; a company
/// without VAT number is outside the tax (category O) unless the line or the item says otherwise. The reason
/// of an exemption falls back to the item's, then to `partnerReason`.
TaxTerms taxTermsOf(const TaxChoice& line, const TaxChoice& item, const Company& company,
                    const std::optional<std::string>& partnerReason = std::nullopt);

} // namespace svc::trade

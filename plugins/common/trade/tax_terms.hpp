/// @file The VAT of a line of a document where the client does not give all of it: API definitions 1.4.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/call.hpp>

namespace svc::trade {

/// The VAT values that a line or its item gives; each may be missing.
struct TaxChoice {
    std::optional<std::string> category = std::nullopt; ///< UNCL 5305
    std::optional<Decimal> rate = std::nullopt;         ///< percent
    std::optional<std::string> exemptionReason = std::nullopt;
};

/// Category, rate and reason of a line, all set.
struct TaxTerms {
    std::string category;
    Decimal rate;
    std::optional<std::string> exemptionReason;
};

/// Is this one of the categories of UNCL 5305 whose rate is always zero?
bool carriesNoTax(std::string_view category);

/// The line's own values take precedence over its item's, and these over the company's. A company without VAT
/// number is outside the scope of VAT (category O) unless the line or the item says otherwise. The reason of
/// an exemption falls back to the item's, then to `partnerReason`.
TaxTerms taxTermsOf(const TaxChoice& line, const TaxChoice& item, const Company& company,
                    const std::optional<std::string>& partnerReason = std::nullopt);

} // namespace svc::trade

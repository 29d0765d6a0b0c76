/// @file The regime for which regimes/common/transmission is compiled: electronic invoices by Peppol.
#pragma once

#include "bindings.hpp"

namespace svc::peppol {

inline constexpr std::string_view Name = "Peppol";
inline constexpr auto Rules = calls::documents::InvoiceProfile::Peppol;

/// Does the regime apply to this receiver (`<scheme>:<identifier>`)?
bool concerns(std::string_view receiver);
/// A check beyond the rules: the field that is wrong; empty: none.
inline std::string objection(std::string_view, std::string_view) {
    return {};
}

} // namespace svc::peppol

namespace svc::transmission {

namespace own = svc::peppol;

} // namespace svc::transmission

/// @file The regime for which regimes/common/transmission is compiled: XRechnung.
#pragma once

#include "bindings.hpp"

namespace svc::de_xrechnung {

inline constexpr std::string_view Name = "XRechnung";
inline constexpr auto Rules = calls::documents::InvoiceProfile::Xrechnung;

/// Does the regime apply to this receiver (`<scheme>:<identifier>`)?
bool concerns(std::string_view receiver);
/// A check beyond the rules: the field that is wrong; empty: none.
std::string objection(std::string_view receiver, std::string_view buyerReference);

} // namespace svc::de_xrechnung

namespace svc::transmission {

namespace own = svc::de_xrechnung;

} // namespace svc::transmission

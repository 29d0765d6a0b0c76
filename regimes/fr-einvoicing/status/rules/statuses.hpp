#pragma once

#include <string_view>

namespace svc::fr_einvoicing {

/// The effect of a life-cycle status on the submission of the invoice.
enum class Effect {
    None,     ///< an entry in the life cycle only
    Accepted, ///< the platform has taken the invoice
    Rejected, ///< it is refused, by a platform or by the buyer
};

/// A status by its code. Codes 200 to 213: external specifications of the tax administration 3.2, section
/// 3.6.4; platforms add the others.
struct LifeStatus {
    std::string_view code = {};
    std::string_view label = {}; ///< the administration's French label; empty for an unknown code
    Effect effect = Effect::None;
    bool isMandatory = false;
};

LifeStatus statusOf(std::string_view code);

namespace status {
inline constexpr std::string_view Deposited = "200";
inline constexpr std::string_view Approved = "205";
inline constexpr std::string_view Refused = "210";
inline constexpr std::string_view PaymentSent = "211";
inline constexpr std::string_view Collected = "212";
inline constexpr std::string_view Rejected = "213";
} // namespace status

} // namespace svc::fr_einvoicing

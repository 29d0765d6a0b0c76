#pragma once

#include <cstdint>
#include <string>

#include <svc/currency.hpp>

namespace svc::stripe {

/// Converts minor units to Stripe's smallest unit, whose digits differ in some currencies. Refuses amounts
/// that Stripe cannot express with `provider-refused:amount`.
std::int64_t toStripe(std::int64_t minor, Currency currency);
std::int64_t fromStripe(std::int64_t amount, Currency currency);

/// `eur`
std::string lowerCode(Currency currency);

} // namespace svc::stripe

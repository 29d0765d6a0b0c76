#pragma once

#include <cstdint>
#include <string>

#include <svc/currency.hpp>

namespace svc::stripe {

/// Stripe counts the smallest unit of a currency, but has digits of its own for some. Refuses with
/// `provider-refused:amount` what it cannot express.
std::int64_t toStripe(std::int64_t minor, Currency currency);
std::int64_t fromStripe(std::int64_t amount, Currency currency);

/// `eur`
std::string lowerCode(Currency currency);

} // namespace svc::stripe

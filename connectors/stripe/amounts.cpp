#include "amounts.hpp"

#include <svc/error.hpp>
#include <svc/text.hpp>

namespace svc::stripe {
namespace {

/// Currencies whose digits at Stripe differ from ISO 4217: ISK and UGX have two digits that must be zero, MGA
/// has none.
int digitsOf(Currency currency) {
    const std::string_view code = currency.code();
    if (code == "ISK" || code == "UGX") {
        return 2;
    }
    return code == "MGA" ? 0 : currency.digits();
}

std::int64_t powerOfTen(int exponent) {
    std::int64_t power = 1;
    for (int i = 0; i < exponent; ++i) {
        power *= 10;
    }
    return power;
}

} // namespace

std::int64_t toStripe(std::int64_t minor, Currency currency) {
    constexpr std::int64_t Largest = 99'999'999'999; // of a charge, in any currency
    const int more = digitsOf(currency) - currency.digits();
    const std::int64_t factor = powerOfTen(more < 0 ? -more : more);
    // In currencies with three digits the last one must be zero.
    const bool whole = (more >= 0 || minor % factor == 0) && (digitsOf(currency) != 3 || minor % 10 == 0);
    if (!whole || minor > Largest / factor) {
        throw ApiError(400, "provider-refused", {"amount"});
    }
    return more < 0 ? minor / factor : minor * factor;
}

std::int64_t fromStripe(std::int64_t amount, Currency currency) {
    const int more = digitsOf(currency) - currency.digits();
    return more < 0 ? amount * powerOfTen(-more) : amount / powerOfTen(more);
}

std::string lowerCode(Currency currency) {
    return lowerAscii(currency.code());
}

} // namespace svc::stripe

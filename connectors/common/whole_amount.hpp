/// For providers that take whole units only, as of francs.
#pragma once

#include <string_view>

#include <svc/connector.hpp>

namespace svc::connector {

/// The amount of the input in major units, for providers that take no decimals. Refuses an amount with
/// decimals, below `least` or not a multiple of `step` with `provider-refused:amount`.
template <class Input>
std::int64_t wholeAmount(const Input& input, std::int64_t least, std::int64_t step = 1) {
    std::int64_t unit = 1;
    for (int i = 0; i < input.currency.digits(); ++i) {
        unit *= 10;
    }
    const std::int64_t minor = input.amount.minor();
    const std::int64_t major = minor / unit;
    if (minor % unit != 0 || major < least || major % step != 0) {
        throw ApiError(400, "provider-refused", {"amount"});
    }
    return major;
}

} // namespace svc::connector

/// @file The host's function tables as this plugin sees them, and the conversion of errors. Internal code of
/// the SDK: plugin code does not use it directly.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <svc/abi.h>
#include <svc/error.hpp>

namespace svc::detail {

/// The host of this plugin, set once by its start. Hidden visibility: each plugin has its own copy.
__attribute__((visibility("hidden"))) inline const svc_host* hostTable = nullptr;

/// The plugin's settings as JSON; valid until the plugin stops.
__attribute__((visibility("hidden"))) inline svc_bytes settingsText{nullptr, 0};

inline const svc_host& host() noexcept {
    return *hostTable;
}

inline svc_bytes bytes(std::string_view text) noexcept {
    // The host reads a null pointer as "no value", so an empty view needs an address.
    return svc_bytes{text.data() != nullptr ? text.data() : "", text.size()};
}

inline std::string_view view(svc_bytes text) noexcept {
    return text.data == nullptr ? std::string_view{} : std::string_view{text.data, text.size};
}

/// Throws the error that a host function of `call` has reported.
[[noreturn]] inline void rethrow(svc_call* call) {
    svc_failure failure{};
    failure.struct_size = sizeof failure;
    if (host().call->failure(call, &failure) != SVC_OK || failure.status < 400) {
        throw Fault("the host refused a call without a reason");
    }
    if (failure.status < 500 || failure.status == 503) {
        throw ApiError(failure.status, view(failure.code));
    }
    throw Fault(std::string(view(failure.code)) + ": " + std::string(view(failure.message)));
}

inline void check(svc_call* call, int32_t result) {
    if (result == SVC_FAILED) {
        rethrow(call);
    }
}

} // namespace svc::detail

namespace svc {

/// Does the host offer this minor version of the SDK? Check it before you use a function that is newer than
/// the plugin's MIN_SDK. False before the plugin's start.
inline bool hostOffers(std::uint32_t minor) noexcept {
    return detail::hostTable != nullptr && detail::hostTable->minor >= minor;
}

} // namespace svc

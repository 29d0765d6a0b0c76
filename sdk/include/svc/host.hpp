/// @file The host's tables as this plugin sees them, and the way back of its errors. Glue of the face; plugin
/// code has no need to look here.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <svc/abi.h>
#include <svc/error.hpp>

namespace svc::detail {

/// The host of this plugin, set once by its start. Hidden: each plugin has its own.
__attribute__((visibility("hidden"))) inline const svc_host* hostTable = nullptr;

/// The plugin's settings as JSON; lives until the stop.
__attribute__((visibility("hidden"))) inline svc_bytes settingsText{nullptr, 0};

inline const svc_host& host() noexcept {
    return *hostTable;
}

inline svc_bytes bytes(std::string_view text) noexcept {
    // A view without address would read as "no value" on the other side.
    return svc_bytes{text.data() != nullptr ? text.data() : "", text.size()};
}

inline std::string_view view(svc_bytes text) noexcept {
    return text.data == nullptr ? std::string_view{} : std::string_view{text.data, text.size};
}

/// Throws what a host function of `call` refused with.
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

/// Does the host offer this minor version of the SDK? Asked before using a function that is newer than the
/// MIN_SDK of the plugin; false before the plugin's start.
inline bool hostOffers(std::uint32_t minor) noexcept {
    return detail::hostTable != nullptr && detail::hostTable->minor >= minor;
}

} // namespace svc

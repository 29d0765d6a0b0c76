#pragma once

#include <exception>
#include <string>
#include <string_view>

#include "host/abi/call.hpp"

namespace svc::host::abi {

inline std::string_view view(svc_bytes bytes) {
    return bytes.data == nullptr ? std::string_view{} : std::string_view(bytes.data, bytes.size);
}

inline svc_bytes bytes(std::string_view text) {
    return svc_bytes{text.data() == nullptr ? "" : text.data(), text.size()};
}

/// Is it a token of RFC 9110 (the syntax of a header name)?
bool isToken(std::string_view text);

/// Keeps the current exception as the failure of the call. Only inside a catch.
void keepFailure(svc_call& call) noexcept;

/// Reports to the host that the plugin lacks a permission, and throws the Fault of its call.
[[noreturn]] void refusePermission(svc_call& call, const std::string& permission, const std::string& why);

/// Runs a host function for a plugin and lets no exception cross the C interface.
template <typename Body>
int32_t guarded(svc_call* call, Body body) noexcept {
    try {
        return body();
    } catch (...) {
        keepFailure(*call);
        return SVC_FAILED;
    }
}

} // namespace svc::host::abi

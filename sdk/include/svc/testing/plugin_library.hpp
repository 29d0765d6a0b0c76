/// @file Opens a plugin's library in a test.
#pragma once

#include <string>

#include <svc/abi.h>

namespace svc::testing {

/// A plugin's library. It stays open until the program ends: closing it would leave dangling pointers.
class PluginLibrary {
public:
    /// Throws std::runtime_error with the message of the dynamic linker, or when the library is no plugin of
    /// this major version.
    static PluginLibrary open(const std::string& path);

    const svc_manifest& manifest() const noexcept { return *manifest_; }
    svc_start_function start() const noexcept { return start_; }
    svc_stop_function stop() const noexcept { return stop_; }

private:
    const svc_manifest* manifest_ = nullptr;
    svc_start_function start_ = nullptr;
    svc_stop_function stop_ = nullptr;
};

} // namespace svc::testing

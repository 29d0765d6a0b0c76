/// @file Opens a plugin's library in a test.
#pragma once

#include <string>

#include <svc/abi.h>

namespace svc::testing {

/// A plugin's library, opened for the life of the program: closing it would leave pointers into nothing.
class PluginLibrary {
public:
    /// Throws std::runtime_error with the linker's words, or when it is no plugin of this major version.
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

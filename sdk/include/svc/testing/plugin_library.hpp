/// @file Opens a plugin's library in a test.
#pragma once

#include <dlfcn.h>
#include <stdexcept>
#include <string>

#include <svc/abi.h>

namespace svc::testing {

/// A plugin's library, opened for the life of the program: closing it would leave pointers into nothing.
class PluginLibrary {
public:
    /// Throws std::runtime_error with the linker's words, or when it is no plugin of this major version.
    static PluginLibrary open(const std::string& path) {
        void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            throw std::runtime_error(::dlerror());
        }
        PluginLibrary opened;
        const auto manifest = symbol<svc_manifest_function>(library, path, SVC_SYMBOL_MANIFEST);
        opened.start_ = symbol<svc_start_function>(library, path, SVC_SYMBOL_START);
        opened.stop_ = symbol<svc_stop_function>(library, path, SVC_SYMBOL_STOP);
        opened.manifest_ = manifest();
        if (opened.manifest_->magic != SVC_ABI_MAGIC || opened.manifest_->major != SVC_ABI_MAJOR) {
            throw std::runtime_error(path + " is not a plugin for SDK " + std::to_string(SVC_ABI_MAJOR));
        }
        return opened;
    }

    const svc_manifest& manifest() const noexcept { return *manifest_; }
    svc_start_function start() const noexcept { return start_; }
    svc_stop_function stop() const noexcept { return stop_; }

private:
    template <typename Function>
    static Function symbol(void* library, const std::string& path, const char* name) {
        void* const found = ::dlsym(library, name);
        if (found == nullptr) {
            throw std::runtime_error(path + " exports no " + name);
        }
        return reinterpret_cast<Function>(found);
    }

    const svc_manifest* manifest_ = nullptr;
    svc_start_function start_ = nullptr;
    svc_stop_function stop_ = nullptr;
};

} // namespace svc::testing

#include <svc/testing/plugin_library.hpp>

#include <dlfcn.h>
#include <stdexcept>

namespace svc::testing {

namespace {

template <typename Function>
Function symbol(void* library, const std::string& path, const char* name) {
    void* const found = ::dlsym(library, name);
    if (found == nullptr) {
        throw std::runtime_error(path + " exports no " + name);
    }
    return reinterpret_cast<Function>(found);
}

} // namespace

PluginLibrary PluginLibrary::open(const std::string& path) {
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

} // namespace svc::testing

/// @file The data files of a plugin.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include <dlfcn.h>

/// The folder of a plugin whose code is a part of a program for a debugger. A plugin that is a library has no
/// such function: its folder is where the library is.
extern "C" __attribute__((weak, visibility("hidden"))) const char* svc_plugin_folder(void);

namespace svc {

/// The folder `data/` of the calling plugin, beside its library, without a trailing slash. Throws
/// std::runtime_error when the library cannot be found.
inline std::string dataFolder() {
    if (svc_plugin_folder != nullptr) {
        return std::string(svc_plugin_folder()) + "/data";
    }
    Dl_info found{};
    static const char here = 0; // an address in this library; plugins do not export it, so each has its own
    if (::dladdr(&here, &found) == 0 || found.dli_fname == nullptr) {
        throw std::runtime_error("the folder of the plugin cannot be found");
    }
    return (std::filesystem::path(found.dli_fname).parent_path() / "data").string();
}

} // namespace svc

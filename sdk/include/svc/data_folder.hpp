/// @file The files that a plugin brings.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

#include <dlfcn.h>

namespace svc {

/// The folder `data/` of the plugin that calls it, beside its library, without a slash at its end. Throws
/// std::runtime_error when the library cannot be found.
inline std::string dataFolder() {
    Dl_info found{};
    static const char here = 0; // of this library: a plugin exports nothing that another could be given
    if (::dladdr(&here, &found) == 0 || found.dli_fname == nullptr) {
        throw std::runtime_error("the folder of the plugin cannot be found");
    }
    return (std::filesystem::path(found.dli_fname).parent_path() / "data").string();
}

} // namespace svc

#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include <svc/abi.h>

#include "host/plugin/library.hpp"

namespace svc::host::plugin {

/// The entry points of a plugin whose code is linked into this program, so that one debugger sees everything
/// (svc_add_debug_host). svc-host itself contains none.
struct InsidePlugin {
    svc_manifest_function manifest = nullptr;
    svc_start_function start = nullptr;
    svc_stop_function stop = nullptr;
};

/// Makes a plugin known. Called before main(), by the code that svc_add_debug_host generates. Returns true.
bool addInside(const std::string& id, InsidePlugin plugin);

/// Null: the plugin is no part of this program, so its library is opened.
const InsidePlugin* findInside(std::string_view id);

/// The code of a plugin: a part of this program, or its library, which is opened.
OpenedLibrary openCode(const std::string& id, const std::filesystem::path& library);

} // namespace svc::host::plugin

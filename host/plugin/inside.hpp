#pragma once

#include <string>
#include <string_view>

#include <svc/abi.h>

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

} // namespace svc::host::plugin

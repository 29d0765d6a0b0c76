#include "host/plugin/inside.hpp"

#include <map>

#include "host/log/log.hpp"

namespace svc::host::plugin {
namespace {

/// A function, because the first plugin is added while static objects are still being made.
std::map<std::string, InsidePlugin, std::less<>>& insidePlugins() {
    static std::map<std::string, InsidePlugin, std::less<>> all;
    return all;
}

} // namespace

bool addInside(const std::string& id, InsidePlugin plugin) {
    insidePlugins().insert_or_assign(id, plugin);
    return true;
}

const InsidePlugin* findInside(std::string_view id) {
    const auto found = insidePlugins().find(id);
    return found == insidePlugins().end() ? nullptr : &found->second;
}

OpenedLibrary openCode(const std::string& id, const std::filesystem::path& library) {
    const InsidePlugin* const inside = findInside(id);
    if (inside == nullptr) {
        return openLibrary(library);
    }
    log::info({}, "plugin " + id + " is a part of this program; its library is not opened");
    const OpenedLibrary code{inside->manifest(), inside->start, inside->stop};
    checkHandshake(code.manifest, "plugin " + id);
    return code;
}

} // namespace svc::host::plugin

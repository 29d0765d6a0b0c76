#include "host/plugin/inside.hpp"

#include <map>

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

} // namespace svc::host::plugin

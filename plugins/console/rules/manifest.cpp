#include "rules/manifest.hpp"

#include <array>
#include <set>

namespace svc::console {
namespace {

constexpr std::array<const char*, 4> Lists{"menu", "pages", "panels", "todo"};

/// The page to which a menu entry or a to-do leads.
std::string pageOf(const Json& entry) {
    const std::string route = entry.textOr("route");
    return route.substr(0, route.find('?'));
}

/// The pages that are a script of the plugin.
std::set<std::string> scriptPages(const Json& block) {
    std::set<std::string> routes;
    if (const Json* pages = block.find("pages")) {
        for (const Json& page : pages->items()) {
            if (page.contains("module")) {
                routes.insert(pageOf(page));
            }
        }
    }
    return routes;
}

/// The entry as clients read it.
Json shown(const Json& entry, const Json& plugin) {
    Json result = Json::object({{"plugin", plugin["id"]}});
    for (const Json::Member& member : entry.members()) {
        if (member.name == "module") {
            const std::string& path = member.value.text();
            result.set("module", extensionPath(plugin["id"].text(), plugin["digest"].text(),
                                               path.substr(path.rfind('/') + 1)));
        } else {
            result.set(member.name, member.value);
        }
    }
    return result;
}

} // namespace

std::string extensionPath(std::string_view plugin, std::string_view digest, std::string_view file) {
    return "/console/ext/" + std::string(plugin) + '/' + std::string(digest) + '/' + std::string(file);
}

Json manifestOf(const Json& contributions, const ManifestFacts& facts) {
    Json plugins = Json::array();
    std::array<Json, Lists.size()> lists;
    lists.fill(Json::array());
    for (const Json& plugin : contributions["plugins"].items()) {
        const Json& block = plugin["console"];
        if (!block.isObject()) {
            continue;
        }
        plugins.push(Json::object({{"id", plugin["id"]}, {"name", plugin["name"]}}));
        const std::set<std::string> hidden = facts.extensions ? std::set<std::string>() : scriptPages(block);
        for (std::size_t i = 0; i < Lists.size(); ++i) {
            const Json* entries = block.find(Lists[i]);
            if (entries == nullptr) {
                continue;
            }
            for (const Json& entry : entries->items()) {
                const bool isScript = entry.contains("module") && !facts.extensions;
                if (!isScript && !hidden.contains(pageOf(entry))) {
                    lists[i].push(shown(entry, plugin));
                }
            }
        }
    }
    Json manifest = Json::object({{"title", facts.title},
                                  {"build", facts.build},
                                  {"extensions", facts.extensions},
                                  {"plugins", std::move(plugins)}});
    for (std::size_t i = 0; i < Lists.size(); ++i) {
        manifest.set(Lists[i], std::move(lists[i]));
    }
    return manifest;
}

} // namespace svc::console

#include "host/package/permission_list.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "host/config/section_reader.hpp"
#include "host/config/yaml_document.hpp"
#include "host/core/durable_file.hpp"
#include "host/core/sha256.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::package {
namespace {

namespace fs = std::filesystem;

/// A word of a ceiling, and how the lines begin that it allows.
struct Word {
    std::string_view ofCeiling;
    std::string_view ofLine;
};
constexpr std::array<Word, 10> Words = {{
    {"http", "http "},
    {"commands", "command "},
    {"views", "view "},
    {"hooks", "hook "},
    {"subscriptions", "subscribe "},
    {"events", "emit "},
    {"jobs", "job "},
    {"routes", "route "},
    {"experimental", "experimental "},
    {"secrets", "secret "}, // every plugin may keep its own, so no line names one
}};

void addPlaces(const plugin::HttpPermissions& http, std::set<std::string>& lines) {
    for (const HttpPlace& place : http.places) {
        for (const std::uint16_t port : place.ports) {
            lines.insert("http " + place.host + ':' + std::to_string(port));
        }
    }
    for (const std::string& setting : http.settings) {
        lines.insert("http setting " + setting);
    }
}

/// Operations that need neither key nor session.
void addPublicRoutes(const Json& contract, std::set<std::string>& lines) {
    for (const auto& path : contract["paths"].members()) {
        for (const auto& operation : path.value.members()) {
            if (operation.value.isObject() && operation.value.textOr("x-caller") == "public") {
                lines.insert("route public " + operation.value.textOr("operationId"));
            }
        }
    }
}

bool isDigest(std::string_view text) {
    constexpr std::size_t Digits = 64;
    return text.size() == Digits;
}

} // namespace

PermissionLines permissionsOf(const plugin::Declaration& declaration) {
    std::set<std::string> lines;
    for (const auto& [alias, command] : declaration.usedCommands) {
        lines.insert("command " + command.name);
    }
    for (const std::string& id : declaration.reads) {
        lines.insert("view " + id + ".*");
    }
    for (const plugin::DeclaredHook& hook : declaration.hooks) {
        lines.insert("hook " + hook.event);
    }
    for (const plugin::DeclaredSubscriber& subscriber : declaration.subscribers) {
        for (const std::string& event : subscriber.events) {
            lines.insert("subscribe " + event);
        }
    }
    for (const EventType& type : declaration.events) {
        lines.insert("emit " + type.type);
    }
    for (const plugin::DeclaredJob& job : declaration.jobs) {
        lines.insert("job " + job.name + (job.every.empty() ? "" : ' ' + job.every));
    }
    for (const std::string& table : declaration.experimental) {
        lines.insert("experimental " + table);
    }
    addPlaces(declaration.http, lines);
    addPublicRoutes(plugin::readContract(declaration.contract), lines);
    return {lines.begin(), lines.end()};
}

std::string digestOf(const PermissionLines& lines) {
    Sha256 digest;
    for (const std::string& line : lines) {
        digest.add(line);
        digest.add("\n");
    }
    return digest.hex();
}

PermissionLines without(const PermissionLines& these, const PermissionLines& others) {
    PermissionLines left;
    std::set_difference(these.begin(), these.end(), others.begin(), others.end(), std::back_inserter(left));
    return left;
}

bool isPermissionWord(std::string_view word) {
    return std::any_of(Words.begin(), Words.end(),
                       [&](const Word& known) { return known.ofCeiling == word; });
}

std::string permissionWords() {
    std::string text;
    for (const Word& word : Words) {
        text.append(text.empty() ? "" : ", ").append(word.ofCeiling);
    }
    return text;
}

std::optional<std::string> aboveCeiling(const PermissionLines& lines, const std::vector<std::string>& words) {
    for (const std::string& line : lines) {
        const bool allowed = std::any_of(Words.begin(), Words.end(), [&](const Word& word) {
            return line.starts_with(word.ofLine) &&
                   std::find(words.begin(), words.end(), word.ofCeiling) != words.end();
        });
        if (!allowed) {
            return line;
        }
    }
    return std::nullopt;
}

std::optional<Grant> readGrant(const fs::path& folder, const std::string& id) {
    const fs::path path = folder / (id + ".yaml");
    std::error_code ignored;
    if (!fs::exists(path, ignored)) {
        return std::nullopt;
    }
    const config::YamlDocument document = config::YamlDocument::read(path);
    const std::string file = path.string();
    std::vector<config::Mistake> mistakes;
    config::SectionReader section(file, &document.root(), "", mistakes);
    Grant grant;
    section.text("plugin", config::isNotEmpty, "the id of a plugin");
    grant.digest = section.text("digest", isDigest, "64 hexadecimal digits").value_or("");
    grant.who = section.text("grantedBy", config::isNotEmpty, "a name").value_or("");
    grant.when = section.text("grantedAt", config::isNotEmpty, "an instant").value_or("");
    grant.lines = section.texts("permissions", config::isNotEmpty, "a line of svc-host plugins permissions");
    std::sort(grant.lines.begin(), grant.lines.end());
    section.finish();
    if (mistakes.empty() && digestOf(grant.lines) != grant.digest) {
        mistakes.push_back(
            {file, 0, "digest", grant.digest,
             "the digest of these lines; accept them with svc-host plugins install or upgrade"});
    }
    if (!mistakes.empty()) {
        throw config::ConfigError(std::move(mistakes));
    }
    return grant;
}

void writeGrant(const fs::path& folder, const std::string& id, const Grant& grant) {
    std::string text = "# What the administrator lets the plugin do; written by svc-host plugins install and "
                       "upgrade.\n";
    text += "plugin: " + id + "\ndigest: \"" + grant.digest + "\"\ngrantedBy: \"" + grant.who +
            "\"\ngrantedAt: \"" + grant.when + "\"\npermissions:\n";
    for (const std::string& line : grant.lines) {
        text += "  - \"" + line + "\"\n";
    }
    if (grant.lines.empty()) {
        text.replace(text.size() - 1, 1, " []\n");
    }
    fs::create_directories(folder);
    replaceFile(folder / (id + ".yaml"), text);
}

} // namespace svc::host::package

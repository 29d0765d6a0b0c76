#include "host/app/package_commands.hpp"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <set>
#include <system_error>

#include <pwd.h>
#include <unistd.h>

#include <svc/text.hpp>

#include "host/app/command_line.hpp"
#include "host/app/installation.hpp"
#include "host/app/plugin_commands.hpp"
#include "host/core/sha256.hpp"
#include "host/package/candidate.hpp"
#include "host/package/packing.hpp"
#include "host/package/refusal.hpp"

namespace svc::host::app {
namespace {

namespace fs = std::filesystem;

using package::Admitted;
using package::Candidate;
using package::Grant;
using package::PackageRefused;
using package::PermissionLines;
using package::Store;
using package::StoreChange;

constexpr int Done = 0;
constexpr int RefusedCode = 3;
constexpr int ConflictCode = 4;
constexpr int SystemCode = 5;

/// Runs a command and turns what it throws into a line and an exit code.
int answered(const std::function<int()>& command) {
    try {
        return command();
    } catch (const PackageRefused& error) {
        std::cerr << "refused: " << error.what() << '\n';
        return error.kind() == PackageRefused::Kind::Conflict ? ConflictCode : RefusedCode;
    } catch (const UsageError&) {
        throw;
    } catch (const config::ConfigError& error) {
        std::cerr << error.what() << '\n';
        return RefusedCode;
    } catch (const std::runtime_error& error) {
        std::cerr << "svc-host: " << error.what() << '\n';
        return SystemCode;
    }
}

std::string onlyWord(const Arguments& arguments, const std::string& what) {
    if (arguments.rest().size() != 1) {
        throw UsageError(what);
    }
    return arguments.rest().front();
}

config::Config configurationOf(const Arguments& arguments) {
    return loadConfiguration(arguments.option("config").value_or(""));
}

/// The installation that a command changes or shows.
struct Site {
    explicit Site(const Arguments& arguments)
        : configuration(configurationOf(arguments)), installation(Installation::find(configuration)),
          plugins(installation.discover()) {}

    const Store& store() const { return installation.packages->store(); }
    const package::Trust& trust() const { return installation.packages->trust(); }
    const fs::path& grants() const { return configuration.plugins.grants; }
    std::set<std::string> ids() const {
        std::set<std::string> ids;
        for (const auto& [id, declaration] : plugins.found()) {
            ids.insert(id);
        }
        return ids;
    }

    config::Config configuration;
    Installation installation;
    plugin::PluginSet plugins;
};

/// The site of a command that needs a store.
Site siteWithStore(const Arguments& arguments) {
    Site site(arguments);
    if (site.configuration.plugins.store.empty()) {
        throw PackageRefused("no-store", "name a folder under plugins.store in " +
                                             site.configuration.file.string() + '.');
    }
    return site;
}

std::string inUse(const Store& store, const std::string& id) {
    const auto version = store.current(id);
    if (!version) {
        throw PackageRefused("not-installed:" + id, "svc-host plugins list names the plugins.");
    }
    return *version;
}

std::string sdkOf(const package::Manifest& manifest) {
    return std::to_string(manifest.sdkMajor) + '.' + std::to_string(manifest.sdkMinor);
}

std::string described(const Admitted& admitted) {
    const package::Manifest& manifest = admitted.manifest;
    return manifest.id + ' ' + manifest.version + ' ' + manifest.kind + " for SDK " + sdkOf(manifest) +
           ", signed by " + admitted.publisher->name + " (" + admitted.key + ')';
}

std::int64_t now() {
    return std::time(nullptr);
}

std::string nowText() {
    return Instant(now() * Instant::Second).toString();
}

std::string loginName() {
    const passwd* user = ::getpwuid(::getuid());
    return user == nullptr ? std::to_string(::getuid()) : user->pw_name;
}

/// Does the administrator accept these permissions? `accepted` is a digest from the command line.
bool accepts(const PermissionLines& lines, const Arguments& arguments) {
    const std::string digest = package::digestOf(lines);
    if (const auto accepted = arguments.option("accept-permissions")) {
        return *accepted == digest;
    }
    if (arguments.flag("yes")) {
        return true;
    }
    if (::isatty(STDIN_FILENO) == 0) {
        return false;
    }
    std::cout << "Accept these permissions? [y/N] " << std::flush;
    std::string answer;
    std::getline(std::cin, answer);
    return answer == "y" || answer == "Y";
}

void showPermissions(const PermissionLines& lines) {
    std::cout << "It may do this (digest " << package::digestOf(lines) << "):\n";
    for (const std::string& line : lines) {
        std::cout << "  " << line << '\n';
    }
    std::cout << "It runs inside svc-host: this list protects from mistakes, not from malice.\n";
}

[[noreturn]] void refuseUnaccepted(const PermissionLines& lines) {
    throw PackageRefused("permission-not-accepted:" + package::digestOf(lines),
                         "repeat with --accept-permissions and this digest, or --yes.");
}

void grant(const Site& site, const std::string& id, const PermissionLines& lines) {
    package::writeGrant(site.grants(), id, {lines, package::digestOf(lines), loginName(), nowText()});
}

PermissionLines grantedTo(const Site& site, const std::string& id) {
    const auto grant = package::readGrant(site.grants(), id);
    return grant ? grant->lines : PermissionLines();
}

int install(const Arguments& arguments) {
    const std::string file = onlyWord(arguments, "plugins install takes one file");
    const Site site = siteWithStore(arguments);
    StoreChange change(site.store());
    const Candidate candidate = package::readCandidate(change, file, site.trust(), site.ids());
    const package::Manifest& manifest = candidate.admitted.manifest;
    package::checkVersion(site.store(), candidate, arguments.flag("allow-downgrade"));
    if (site.ids().count(manifest.id) != 0) {
        throw PackageRefused("already-installed",
                             "another version is; svc-host plugins upgrade replaces one of the store.",
                             PackageRefused::Kind::Conflict);
    }
    std::cout << described(candidate.admitted) << '\n';
    showPermissions(candidate.permissions);
    if (!accepts(candidate.permissions, arguments)) {
        refuseUnaccepted(candidate.permissions);
    }
    change.adopt(candidate.folder, manifest, candidate.sealed);
    grant(site, manifest.id, candidate.permissions);
    change.link(manifest.id, manifest.version);
    std::cout << "installed " << manifest.id << ' ' << manifest.version
              << "; not enabled. Enable it under plugins.enabled in " << site.configuration.file.string()
              << '\n';
    return Done;
}

int upgrade(const Arguments& arguments) {
    const std::string file = onlyWord(arguments, "plugins upgrade takes one file");
    const Site site = siteWithStore(arguments);
    StoreChange change(site.store());
    const Candidate candidate = package::readCandidate(change, file, site.trust(), site.ids());
    const package::Manifest& manifest = candidate.admitted.manifest;
    const std::string before = inUse(site.store(), manifest.id);
    package::checkVersion(site.store(), candidate, arguments.flag("allow-downgrade"));
    std::cout << described(candidate.admitted) << '\n' << before << " -> " << manifest.version << '\n';
    for (const std::string& line : package::differencesFrom(
             plugin::readDeclaration(site.store().folderOf(manifest.id, before)), candidate)) {
        std::cout << "  " << line << '\n';
    }
    change.adopt(candidate.folder, manifest, candidate.sealed);
    if (!package::without(candidate.permissions, grantedTo(site, manifest.id)).empty()) {
        showPermissions(candidate.permissions);
        if (!accepts(candidate.permissions, arguments)) {
            std::cout << "installed " << manifest.id << ' ' << manifest.version << " beside " << before
                      << "; not used until its permissions are accepted\n";
            refuseUnaccepted(candidate.permissions);
        }
        grant(site, manifest.id, candidate.permissions);
    }
    change.link(manifest.id, manifest.version);
    std::cout << "installed " << manifest.id << ' ' << manifest.version << " beside " << before
              << "; restart svc-host to use it\n";
    return Done;
}

int rollBack(const Arguments& arguments) {
    const std::string id = onlyWord(arguments, "plugins rollback takes the id of one plugin");
    const Site site = siteWithStore(arguments);
    StoreChange change(site.store());
    const std::string now = inUse(site.store(), id);
    std::optional<std::string> before;
    for (const std::string& version : site.store().versions(id)) {
        if (package::compareVersions(version, now) < 0) {
            before = version;
        }
    }
    if (!before) {
        throw PackageRefused("no-earlier-version:" + id, "the store keeps none; install it from its file.");
    }
    const auto wrong = site.store().differences(id, *before, site.trust());
    if (!wrong.empty()) {
        throw PackageRefused(wrong.front(), "the version " + *before + " is not as it was installed.");
    }
    const PermissionLines lines =
        package::permissionsOf(plugin::readDeclaration(site.store().folderOf(id, *before)));
    if (!package::without(lines, grantedTo(site, id)).empty()) {
        showPermissions(lines);
        if (!accepts(lines, arguments)) {
            refuseUnaccepted(lines);
        }
        grant(site, id, lines);
    }
    change.link(id, *before);
    std::cout << id << ": " << now << " -> " << *before << "; restart svc-host to use it\n";
    return Done;
}

int removePlugin(const Arguments& arguments) {
    const std::string id = onlyWord(arguments, "plugins remove takes the id of one plugin");
    const Site site = siteWithStore(arguments);
    StoreChange change(site.store());
    const std::string version = inUse(site.store(), id);
    if (const config::PluginBlock* block = site.configuration.plugins.find(id)) {
        throw PackageRefused("enabled:" + id, "take it out of plugins.enabled first (line " +
                                                  std::to_string(block->line) + " of " +
                                                  site.configuration.file.string() + ").");
    }
    for (const auto& [other, declaration] : site.plugins.found()) {
        const auto& required = declaration.requiredPlugins;
        if (site.configuration.plugins.find(other) != nullptr &&
            std::find(required.begin(), required.end(), id) != required.end()) {
            throw PackageRefused("required-by:" + other, "it is enabled and needs this plugin.");
        }
    }
    change.remove(id);
    std::error_code ignored;
    fs::remove(site.grants() / (id + ".yaml"), ignored);
    std::cout << "removed " << id << ' ' << version << "; its tables in the schema "
              << site.plugins.found().at(id).schema() << " are kept\n";
    return Done;
}

int prune(const Arguments& arguments) {
    arguments.requireNoRest("plugins prune");
    constexpr std::int64_t Kept = 2;
    const auto keep = parseInt64(arguments.option("keep").value_or(std::to_string(Kept)));
    if (!keep || *keep < 1) {
        throw UsageError("--keep takes a number from 1");
    }
    const Site site = siteWithStore(arguments);
    StoreChange change(site.store());
    for (const std::string& id : site.store().ids()) {
        const std::vector<std::string> versions = site.store().versions(id);
        const auto current = site.store().current(id);
        auto left = static_cast<std::int64_t>(versions.size());
        for (const std::string& version : versions) {
            if (left > *keep && version != current) {
                change.removeVersion(id, version);
                std::cout << "removed " << id << ' ' << version << '\n';
                --left;
            }
        }
    }
    return Done;
}

int verifyFile(const Arguments& arguments) {
    const std::string file = onlyWord(arguments, "plugins verify takes a file, or --all");
    const Site site(arguments);
    std::cout << described(package::verifyFile(file, site.trust())) << ": good\n";
    return Done;
}

int verifyStore(const Arguments& arguments) {
    arguments.requireNoRest("plugins verify --all");
    const Site site = siteWithStore(arguments);
    site.store().checkSafe();
    bool good = true;
    for (const std::string& id : site.store().ids()) {
        for (const std::string& version : site.store().versions(id)) {
            const auto differences = site.store().differences(id, version, site.trust());
            good = good && differences.empty();
            std::cout << id << ' ' << version << ": ";
            for (std::size_t i = 0; i < differences.size(); ++i) {
                std::cout << (i == 0 ? "" : ", ") << differences[i];
            }
            std::cout << (differences.empty() ? "good" : "") << '\n';
        }
    }
    return good ? Done : RefusedCode;
}

int showPlugin(const Arguments& arguments) {
    const std::string id = onlyWord(arguments, "plugins permissions takes the id of one plugin");
    const Site site(arguments);
    const auto found = site.plugins.found().find(id);
    if (found == site.plugins.found().end()) {
        throw PackageRefused("not-installed:" + id, "svc-host plugins list names the plugins.");
    }
    const PermissionLines lines = package::permissionsOf(found->second);
    const bool stored = site.installation.packages->holds(found->second);
    const auto granted = package::readGrant(site.grants(), id);
    if (arguments.flag("json")) {
        Json listed = Json::array();
        for (const std::string& line : lines) {
            listed.push(line);
        }
        std::cout << Json::object({{"id", id},
                                   {"digest", package::digestOf(lines)},
                                   {"permissions", std::move(listed)},
                                   {"grantedBy", granted ? Json(granted->who) : Json(nullptr)},
                                   {"grantedAt", granted ? Json(granted->when) : Json(nullptr)},
                                   {"isolation", "host"}})
                         .dump()
                  << '\n';
        return Done;
    }
    std::cout << id << ' ' << found->second.version << ", isolation: host\n";
    showPermissions(lines);
    if (granted) {
        std::cout << "Granted by " << granted->who << " at " << granted->when << ".\n";
    } else {
        std::cout << (stored ? "Not granted.\n" : "Trusted by its place: it is no package of the store.\n");
    }
    return Done;
}

int packPlugin(const Arguments& arguments) {
    const std::string folder = onlyWord(arguments, "plugins pack takes one folder");
    const char* const epoch = std::getenv("SOURCE_DATE_EPOCH");
    const auto created = epoch == nullptr ? std::optional(now()) : parseInt64(epoch);
    if (!created) {
        throw UsageError("SOURCE_DATE_EPOCH is no number of seconds");
    }
    const package::Key key = package::Key::readPrivate(arguments.required("key"));
    const package::Packed packed =
        package::pack({fs::absolute(folder).lexically_normal(), arguments.option("to").value_or("."),
                       arguments.required("publisher"), *created},
                      key);
    std::cout << packed.file.string() << ": " << packed.manifest.id << ' ' << packed.manifest.version << ", "
              << packed.manifest.files.size() << " files, signed with " << key.id() << '\n';
    return Done;
}

int signPackage(const Arguments& arguments) {
    const std::string file = onlyWord(arguments, "plugins sign takes one file");
    const package::Key key = package::Key::readPrivate(arguments.required("key"));
    package::addSignature(file, key);
    std::cout << file << ": signed with " << key.id() << '\n';
    return Done;
}

/// Options of the commands that may ask the administrator.
Arguments asking(const std::vector<std::string>& words) {
    return {words, {"config", "accept-permissions"}, {"yes", "allow-downgrade"}};
}

} // namespace

int packCommand(const std::vector<std::string>& words) {
    return answered([&] { return packPlugin({words, {"key", "publisher", "to"}, {}}); });
}

int signCommand(const std::vector<std::string>& words) {
    return answered([&] { return signPackage({words, {"key"}, {}}); });
}

int verifyPackagesCommand(const std::vector<std::string>& words) {
    return answered([&] {
        const Arguments arguments(words, {"config"}, {"all"});
        return arguments.flag("all") ? verifyStore(arguments) : verifyFile(arguments);
    });
}

int installCommand(const std::vector<std::string>& words) {
    return answered([&] { return install(asking(words)); });
}

int upgradeCommand(const std::vector<std::string>& words) {
    return answered([&] { return upgrade(asking(words)); });
}

int rollbackCommand(const std::vector<std::string>& words) {
    return answered([&] { return rollBack({words, {"config", "accept-permissions"}, {"yes"}}); });
}

int removeCommand(const std::vector<std::string>& words) {
    return answered([&] { return removePlugin({words, {"config"}, {}}); });
}

int permissionsCommand(const std::vector<std::string>& words) {
    return answered([&] { return showPlugin({words, {"config"}, {"json"}}); });
}

int pruneCommand(const std::vector<std::string>& words) {
    return answered([&] { return prune({words, {"config", "keep"}, {}}); });
}

} // namespace svc::host::app

#include "host/package/candidate.hpp"

#include <fstream>

#include <sys/utsname.h>

#include "host/config/yaml_document.hpp"
#include "host/core/sha256.hpp"
#include "host/package/packing.hpp"
#include "host/package/refusal.hpp"
#include "host/plugin/library.hpp"
#include "host/plugin/plugin_set.hpp"

namespace svc::host::package {
namespace {

namespace fs = std::filesystem;

constexpr const char* Declared = "plugin.yaml";

/// Hands all files on, and keeps the text of plugin.yaml.
class DeclarationKeeper final : public FileSink {
public:
    explicit DeclarationKeeper(FileSink& next) : next_(next) {}

    void begin(const PackedFile& file) override {
        keeps_ = file.path == Declared;
        next_.begin(file);
    }
    void add(std::string_view bytes) override {
        if (keeps_) {
            text_ += bytes;
        }
        next_.add(bytes);
    }
    void end() override { next_.end(); }

    const std::string& text() const noexcept { return text_; }

private:
    FileSink& next_;
    bool keeps_ = false;
    std::string text_;
};

[[noreturn]] void refuseIdentity(const std::string& field) {
    throw PackageRefused("identity-differs:" + field,
                         "MANIFEST and plugin.yaml disagree; the publisher must pack it again.");
}

void checkIdentity(const Manifest& manifest, const std::string& yaml) {
    requireFiles(manifest, "");
    try {
        const config::YamlDocument document = config::YamlDocument::parse(yaml, Declared);
        const auto check = [&](const char* key, const std::string& expected) {
            const config::YamlNode* found = document.root().isMapping() ? document.root().find(key) : nullptr;
            if (found == nullptr || found->text() != expected) {
                refuseIdentity(key);
            }
        };
        check("id", manifest.id);
        check("version", manifest.version);
        check("kind", manifest.kind);
        check("sdk", std::to_string(manifest.sdkMajor) + '.' + std::to_string(manifest.sdkMinor));
    } catch (const config::ConfigError&) {
        refuseIdentity(Declared);
    }
}

/// Reads and verifies a whole package into `sink`.
Admitted read(const fs::path& file, const Trust& trust, FileSink& sink, Sealed& sealed) {
    DeclarationKeeper keeper(sink);
    std::optional<Admitted> admitted;
    readPackage(
        file,
        [&](const Sealed& found) {
            sealed = found;
            admitted = trust.admit(found);
            return admitted->manifest;
        },
        keeper);
    checkIdentity(admitted->manifest, keeper.text());
    return *std::move(admitted);
}

std::string ownArch() {
    utsname machine{};
    ::uname(&machine);
    const std::string name = static_cast<const char*>(machine.machine);
    return (name == "x86_64" ? "amd64" : name == "aarch64" ? "arm64" : name) + "-linux-gnu";
}

std::string sdkText(int major, int minor) {
    return std::to_string(major) + '.' + std::to_string(minor);
}

void checkCompatible(const Manifest& manifest) {
    if (manifest.arch != "any" && manifest.arch != ownArch()) {
        throw PackageRefused("arch-differs:" + manifest.arch + ':' + ownArch(),
                             "install the package for this machine.");
    }
    if (manifest.sdkMajor != SVC_ABI_MAJOR || manifest.sdkMinor > SVC_ABI_MINOR) {
        throw PackageRefused("sdk-too-new:" + sdkText(manifest.sdkMajor, manifest.sdkMinor) + ':' +
                                 sdkText(SVC_ABI_MAJOR, SVC_ABI_MINOR),
                             "upgrade svc-host, or install a version of the plugin for this SDK.");
    }
}

void checkRequirements(const plugin::Declaration& declaration, const std::set<std::string>& installed) {
    for (const std::string& id : declaration.requiredPlugins) {
        if (installed.count(id) == 0) {
            throw PackageRefused("requires:" + id, "install the plugin " + id + " first.");
        }
    }
}

/// Opens the library in a process of its own and reads the contract, as a start of the service does.
plugin::Declaration probe(const fs::path& folder) {
    try {
        plugin::Declaration declaration = plugin::readDeclaration(folder);
        plugin::contractOf(declaration);
        const std::string library = plugin::probeLibraries(plugin::ownExecutable(), {declaration.library});
        const std::string declared = declaration.id + ' ' + declaration.version + " for SDK " +
                                     sdkText(declaration.sdkMajor, declaration.sdkMinor) + ',';
        if (!library.starts_with(declared)) {
            throw plugin::Refused("the library is " + library + "; plugin.yaml says " + declared);
        }
        return declaration;
    } catch (const std::runtime_error& error) {
        throw PackageRefused(std::string("probe-failed:") + error.what(),
                             "tell its publisher; the plugin would be refused at the start of the service.");
    }
}

/// Names of migration files with what their first line says of the phase.
std::vector<std::string> newMigrations(const fs::path& before, const fs::path& after) {
    std::vector<std::string> lines;
    std::error_code ignored;
    for (const fs::directory_entry& entry : fs::directory_iterator(after, ignored)) {
        const std::string name = entry.path().filename().string();
        if (fs::exists(before / name, ignored)) {
            continue;
        }
        std::ifstream stream(entry.path());
        std::string first;
        std::getline(stream, first);
        const bool contract = first.find("phase=contract") != std::string::npos;
        lines.push_back("migration " + name + ", phase " + (contract ? "contract" : "expand"));
    }
    std::sort(lines.begin(), lines.end());
    return lines;
}

} // namespace

Admitted verifyFile(const fs::path& file, const Trust& trust) {
    NoFiles none;
    Sealed sealed;
    return read(file, trust, none, sealed);
}

Candidate readCandidate(StoreChange& change, const fs::path& file, const Trust& trust,
                        const std::set<std::string>& installed) {
    Candidate candidate;
    candidate.folder = change.stage();
    FolderWriter writer(candidate.folder);
    candidate.admitted = read(file, trust, writer, candidate.sealed);
    checkCompatible(candidate.admitted.manifest);
    candidate.declaration = probe(candidate.folder);
    requireFiles(candidate.admitted.manifest, candidate.declaration.library.filename().string());
    checkRequirements(candidate.declaration, installed);
    candidate.permissions = permissionsOf(candidate.declaration);
    if (const auto& most = candidate.admitted.publisher->permissionsAtMost) {
        if (const auto line = aboveCeiling(candidate.permissions, *most)) {
            throw PackageRefused(
                "permission-above-ceiling:" + *line,
                "the trust file of its publisher allows less; widen permissionsAtMost if you "
                "want it.");
        }
    }
    return candidate;
}

void checkVersion(const Store& store, const Candidate& candidate, bool allowDowngrade) {
    using Kind = PackageRefused::Kind;
    const Manifest& manifest = candidate.admitted.manifest;
    const std::string digest = sha256Hex(candidate.sealed.manifest);
    const fs::path same = store.folderOf(manifest.id, manifest.version);
    std::error_code ignored;
    const auto highest = store.highest(manifest.id);
    const bool kept = fs::exists(same, ignored);
    const bool differs =
        (kept && config::readFile(same / ManifestName) != candidate.sealed.manifest) ||
        (highest && highest->version == manifest.version && highest->manifestDigest != digest);
    if (differs) {
        throw PackageRefused("same-version-other-content",
                             "a version number is used once; the publisher must raise it.", Kind::Conflict);
    }
    if (store.current(manifest.id) == manifest.version) {
        throw PackageRefused("already-installed", "this version is in use.", Kind::Conflict);
    }
    if (!allowDowngrade && highest && compareVersions(manifest.version, highest->version) < 0) {
        throw PackageRefused("downgrade:" + highest->version + ':' + manifest.version,
                             "a later version was installed; --allow-downgrade installs this one.",
                             Kind::Conflict);
    }
}

std::vector<std::string> differencesFrom(const plugin::Declaration& before, const Candidate& candidate) {
    const PermissionLines had = permissionsOf(before);
    std::vector<std::string> lines;
    for (const std::string& line : without(candidate.permissions, had)) {
        lines.push_back("+ " + line);
    }
    for (const std::string& line : without(had, candidate.permissions)) {
        lines.push_back("- " + line);
    }
    for (std::string& line : newMigrations(before.migrations, candidate.declaration.migrations)) {
        lines.push_back(std::move(line));
    }
    return lines;
}

} // namespace svc::host::package

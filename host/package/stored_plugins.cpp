#include "host/package/stored_plugins.hpp"

#include <stdexcept>

#include <sys/stat.h>

#include "host/package/permission_list.hpp"
#include "host/plugin/library.hpp"

namespace svc::host::package {
namespace {

namespace fs = std::filesystem;

/// Whoever may replace the program may replace plugins.
uid_t ownerOfProgram() {
    struct stat info {};
    return ::stat(plugin::ownExecutable().c_str(), &info) == 0 ? info.st_uid : 0;
}

} // namespace

StoredPlugins::StoredPlugins(const Places& places)
    : places_(places), store_(places.store, ownerOfProgram()), trust_(Trust::read(places.trust)) {}

std::vector<fs::path> StoredPlugins::folders() const {
    std::vector<fs::path> folders;
    for (const std::string& id : store_.ids()) {
        if (const auto version = store_.current(id)) {
            folders.push_back(store_.folderOf(id, *version));
        }
    }
    return folders;
}

bool StoredPlugins::holds(const plugin::Declaration& declaration) const {
    return declaration.folder.parent_path().parent_path() == store_.folder();
}

void StoredPlugins::check(const plugin::Declaration& declaration) const {
    if (!holds(declaration)) {
        return;
    }
    std::string reasons;
    const auto add = [&](const std::string& reason) {
        reasons += (reasons.empty() ? "" : "\n") + ("plugin " + declaration.id + ": " + reason);
    };
    try {
        store_.checkSafe();
        for (const std::string& difference :
             store_.differences(declaration.id, declaration.folder.filename().string(), trust_)) {
            add(difference);
        }
        const auto grant = readGrant(places_.grants, declaration.id);
        for (const std::string& line :
             without(permissionsOf(declaration), grant ? grant->lines : PermissionLines())) {
            add("permission-not-granted:" + declaration.id + ':' + line);
        }
    } catch (const std::runtime_error& error) {
        add(error.what());
    }
    if (!reasons.empty()) {
        throw plugin::Refused(reasons);
    }
}

} // namespace svc::host::package

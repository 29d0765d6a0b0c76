/// @file A package on its way into the store.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "host/package/permission_list.hpp"
#include "host/package/store.hpp"
#include "host/package/trust.hpp"
#include "host/plugin/declaration.hpp"

namespace svc::host::package {

/// A package that may be installed: read, verified, written to the staging folder and tried.
struct Candidate {
    Sealed sealed;
    Admitted admitted;
    std::filesystem::path folder;
    plugin::Declaration declaration;
    PermissionLines permissions;
};

/// Verifies a file to its last byte, and that MANIFEST and plugin.yaml agree. Throws PackageRefused.
Admitted verifyFile(const std::filesystem::path& file, const Trust& trust);

/// Reads a package into the staging folder. `installed`: ids of the plugins of this installation. Throws
/// PackageRefused also when it is not for this host (`arch-differs`, `sdk-too-new`, `requires`), cannot be
/// loaded (`probe-failed`), or asks for more than its publisher may have (`permission-above-ceiling`).
Candidate readCandidate(StoreChange& change, const std::filesystem::path& file, const Trust& trust,
                        const std::set<std::string>& installed);

/// Throws PackageRefused when this version must not follow what is or was installed (`already-installed`,
/// `same-version-other-content`, `downgrade`). A version that is in the store but not in use may be taken
/// again.
void checkVersion(const Store& store, const Candidate& candidate, bool allowDowngrade);

/// What would be different with the candidate: permissions with + and -, and its new migrations.
std::vector<std::string> differencesFrom(const plugin::Declaration& before, const Candidate& candidate);

} // namespace svc::host::package

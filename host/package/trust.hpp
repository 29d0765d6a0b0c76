/// @file Whom the administrator trusts: a YAML file a publisher, beside the file with its public key.
///
///     publisher: acme
///     keys:
///       - { id: 12d8ea2aa1b19267, file: acme-2026.pub, from: 2026-01-01, until: 2028-12-31 }
///     ids: ["acme-*"]
///     kinds: [connector]
///     permissionsAtMost: [http, secrets, jobs, routes]
///     revoked:
///       - { version: "acme-pay 1.4.1", reason: leaks tokens }
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <svc/date.hpp>

#include "host/package/archive.hpp"
#include "host/package/manifest.hpp"
#include "host/package/signature.hpp"

namespace svc::host::package {

struct TrustedKey {
    std::string id;
    Key key;
    std::optional<Date> from; ///< compared with `created` of the manifest, both days included
    std::optional<Date> until;
};

/// Something that was signed and is not trusted any more. One of the first three is set.
struct Revocation {
    std::string version;  ///< `<id> <version>`
    std::string manifest; ///< SHA-256 of MANIFEST
    std::string key;      ///< id of a key
    std::string reason;
};

struct Publisher {
    std::string name;
    std::vector<TrustedKey> keys;
    std::vector<std::string> ids;                              ///< of plugins; one `*` may end a pattern
    std::vector<std::string> kinds;                            ///< module, regime, connector
    std::optional<std::vector<std::string>> permissionsAtMost; ///< words of isPermissionWord(); nothing: all
    std::vector<Revocation> revoked;
};

/// A package whose signature is right, and who signed it.
struct Admitted {
    Manifest manifest;
    const Publisher* publisher = nullptr; ///< of the Trust that admitted it
    std::string key;                      ///< id
};

class Trust {
public:
    /// Reads <folder>/*.yaml; a folder that is not there trusts nobody. Throws config::ConfigError with all
    /// mistakes.
    static Trust read(const std::filesystem::path& folder);

    /// Verifies the signature, then reads the manifest, then asks whether its publisher may sign it. Throws
    /// PackageRefused (`signature-syntax`, `signature-untrusted`, `signature-wrong`, what parseManifest()
    /// says, `publisher-not-allowed`, `kind-not-allowed`, `key-expired`, `revoked`).
    Admitted admit(const Sealed& sealed) const;

    const std::vector<Publisher>& publishers() const noexcept { return publishers_; }

private:
    std::filesystem::path folder_;
    std::vector<Publisher> publishers_;
};

} // namespace svc::host::package

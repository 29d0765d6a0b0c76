#pragma once

#include <filesystem>

#include "host/package/store.hpp"
#include "host/package/trust.hpp"
#include "host/plugin/declaration.hpp"

namespace svc::host::package {

/// The folders of svc.yaml that are about packages.
struct Places {
    std::filesystem::path store;
    std::filesystem::path trust;  ///< a file a publisher
    std::filesystem::path grants; ///< a file a plugin
};

/// Looks at plugins of the store before their libraries are opened.
class StoredPlugins {
public:
    /// Reads the trust files. Throws config::ConfigError.
    explicit StoredPlugins(const Places& places);

    const Store& store() const noexcept { return store_; }
    const Trust& trust() const noexcept { return trust_; }
    const Places& places() const noexcept { return places_; }

    /// Folders of the versions in use.
    std::vector<std::filesystem::path> folders() const;

    bool holds(const plugin::Declaration& declaration) const;

    /// Throws plugin::Refused with a line for each reason: the store is not safe, a file is not as it was
    /// signed, its publisher is not trusted any more, or the administrator has not granted what it declares
    /// (`permission-not-granted:<plugin>:<line>`). Plugins outside of the store are trusted by their place.
    void check(const plugin::Declaration& declaration) const;

private:
    Places places_;
    Store store_;
    Trust trust_;
};

} // namespace svc::host::package

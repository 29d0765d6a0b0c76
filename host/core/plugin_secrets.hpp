#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <svc/date.hpp>
#include <svc/id.hpp>

namespace svc::host {

namespace db {
class Transaction;
}

/// Secrets of plugins: each is of one plugin, company and name, and sealed. Implemented by host/auth.
class PluginSecrets {
public:
    virtual ~PluginSecrets() = default;

    /// The plugin and company that a secret belongs to.
    struct Owner {
        Uuid company;
        std::string_view plugin;
    };
    virtual void put(db::Transaction& transaction, const Owner& owner, std::string_view name,
                     std::string_view value, Instant at) const = 0;
    /// Nothing when there is none.
    virtual std::optional<std::string> get(db::Transaction& transaction, const Owner& owner,
                                           std::string_view name) const = 0;
    /// A name that ends with * stands for all names with that prefix.
    virtual void remove(db::Transaction& transaction, const Owner& owner, std::string_view name) const = 0;
};

} // namespace svc::host

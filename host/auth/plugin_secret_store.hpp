#pragma once

#include <cstddef>

#include "host/auth/sealer.hpp"
#include "host/core/plugin_secrets.hpp"

namespace svc::host::auth {

/// Stores secrets of plugins in svc.plugin_secret. An encrypted secret can be decrypted only for its own
/// company, plugin and name.
class PluginSecretStore : public PluginSecrets {
public:
    explicit PluginSecretStore(Sealer sealer) : sealer_(std::move(sealer)) {}

    void put(db::Transaction& transaction, const Owner& owner, std::string_view name, std::string_view value,
             Instant at) const override;
    std::optional<std::string> get(db::Transaction& transaction, const Owner& owner,
                                   std::string_view name) const override;
    void remove(db::Transaction& transaction, const Owner& owner, std::string_view name) const override;

    /// Re-encrypts a batch of the secrets that an older key encrypts, of all companies, and returns its size.
    /// The transaction is bound to no company.
    std::size_t sealAgain(db::Transaction& transaction) const;

private:
    std::string open(const std::string& context, std::string_view sealed) const;

    Sealer sealer_;
};

} // namespace svc::host::auth

#pragma once

#include <map>
#include <stdexcept>
#include <string>
#include <string_view>

#include <svc/id.hpp>

namespace svc::host::webhooks {

/// The secret was encrypted with a master key that this host does not have, or for another webhook.
class UnknownKey : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Secrets of webhooks, encrypted with AES-256-GCM. Company, webhook and key version are authenticated, so an
/// encrypted secret cannot be used in another row.
class SecretSealer {
public:
    /// Keys derived from the master key by version: the newest encrypts, all of them decrypt.
    explicit SecretSealer(std::map<int, std::string> keys) : keys_(std::move(keys)) {}

    /// Version of the key for new secrets.
    int newest() const { return keys_.rbegin()->first; }

    /// `whsec_` and 40 random characters of [0-9A-Za-z].
    static std::string make();
    std::string seal(const Uuid& company, const Uuid& webhook, std::string_view secret) const;
    /// Throws UnknownKey when the secret was not encrypted for this webhook with this key.
    std::string open(const Uuid& company, const Uuid& webhook, int keyVersion, std::string_view sealed) const;

private:
    std::map<int, std::string> keys_;
};

} // namespace svc::host::webhooks

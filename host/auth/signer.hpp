#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "host/auth/sealer.hpp"

namespace svc::host::auth {

/// Signs texts with Ed25519 and the newest key; anybody who has the public key can verify them.
class Signer {
public:
    /// Seeds of 32 bytes by the version of the master key they come from. `retired`: public keys of earlier
    /// ones, whose signatures still count.
    explicit Signer(KeySet seeds, std::vector<std::string> retired = {})
        : seeds_(std::move(seeds)), retired_(std::move(retired)) {}

    struct Signature {
        std::string publicKey; ///< 32 bytes
        std::string bytes;     ///< 64 bytes
    };
    Signature sign(std::string_view text) const;
    /// Is it the public key of the newest or an earlier key of this installation?
    bool owns(std::string_view publicKey) const;

    /// The public key of a seed.
    static std::string publicKey(const std::string& seed);

    static bool holds(const Signature& signature, std::string_view text);

private:
    KeySet seeds_;
    std::vector<std::string> retired_;
};

} // namespace svc::host::auth

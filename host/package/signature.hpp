/// @file MANIFEST.sig: Ed25519 signatures of MANIFEST, a line a key.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <openssl/evp.h>

namespace svc::host::package {

/// An Ed25519 key of a publisher, private or public.
class Key {
public:
    /// From PEM files (`openssl genpkey -algorithm ed25519`, `openssl pkey -pubout`). Throw
    /// std::runtime_error, which names the file, when it holds no such key.
    static Key readPrivate(const std::filesystem::path& file);
    static Key readPublic(const std::filesystem::path& file);

    /// The first 16 hexadecimal digits of the SHA-256 of the public key.
    std::string id() const;
    /// The line of MANIFEST.sig for a manifest, without line feed. Needs a private key.
    std::string sign(std::string_view manifest) const;
    /// `signature`: 64 bytes.
    bool verify(std::string_view manifest, std::string_view signature) const;

private:
    using Handle = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
    explicit Key(Handle handle) : handle_(std::move(handle)) {}
    static Key read(const std::filesystem::path& file, bool isPrivate);

    Handle handle_;
};

struct SignatureLine {
    std::string key;   ///< its id
    std::string bytes; ///< 64 bytes
};

/// One to four lines. Throws PackageRefused (`signature-syntax`).
std::vector<SignatureLine> parseSignatures(std::string_view text);

} // namespace svc::host::package

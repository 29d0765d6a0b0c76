#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <openssl/evp.h>

namespace svc::host::package {

/// SHA-256 of bytes that come in parts.
class Sha256 {
public:
    Sha256();

    void add(std::string_view bytes);
    /// 64 lower-case hexadecimal digits; nothing may be added afterwards.
    std::string hex();

private:
    std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context_;
};

/// SHA-256 of a whole text, in hexadecimal.
std::string sha256Hex(std::string_view bytes);

} // namespace svc::host::package

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include <openssl/evp.h>

namespace svc::host {

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

/// SHA-256 of a file of any size, in hexadecimal. Throws std::runtime_error when it cannot be read.
std::string sha256OfFile(const std::filesystem::path& file);

} // namespace svc::host

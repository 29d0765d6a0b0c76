#include "sealing/sha256.hpp"

#include <array>
#include <memory>
#include <stdexcept>

#include <openssl/evp.h>

#include <svc/encoding.hpp>

namespace svc::sealing {

std::string sha256(std::initializer_list<std::string_view> pieces) {
    thread_local const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> context(EVP_MD_CTX_new(),
                                                                                       &EVP_MD_CTX_free);
    // Cached: EVP_sha256() is looked up anew at each use.
    static const std::unique_ptr<EVP_MD, decltype(&EVP_MD_free)> kind(
        EVP_MD_fetch(nullptr, "SHA256", nullptr), &EVP_MD_free);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned size = 0;
    bool done =
        context != nullptr && kind != nullptr && EVP_DigestInit_ex(context.get(), kind.get(), nullptr) == 1;
    for (const std::string_view piece : pieces) {
        done = done && EVP_DigestUpdate(context.get(), piece.data(), piece.size()) == 1;
    }
    if (!done || EVP_DigestFinal_ex(context.get(), digest.data(), &size) != 1) {
        throw std::runtime_error("OpenSSL cannot compute SHA-256");
    }
    return hexEncode({reinterpret_cast<const char*>(digest.data()), size});
}

} // namespace svc::sealing

#include "host/webhooks/signature.hpp"

#include <array>
#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>

namespace svc::host::webhooks {

std::string signatureHeader(std::string_view secret, std::int64_t unixSeconds, std::string_view body) {
    const std::string time = std::to_string(unixSeconds);
    std::string text;
    text.reserve(time.size() + 1 + body.size());
    text.append(time).append(1, '.').append(body);
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(),
             &size) == nullptr) {
        throw std::runtime_error("HMAC failed");
    }
    return "t=" + time + ",v1=" + hexEncode({reinterpret_cast<const char*>(digest.data()), size});
}

} // namespace svc::host::webhooks

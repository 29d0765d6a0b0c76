#include "host/webhooks/signature.hpp"

#include <array>
#include <stdexcept>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>

#include "host/mail/message.hpp"

namespace svc::host::webhooks {
namespace {

constexpr std::string_view Marker = "whsec_";

std::string hmac(std::string_view key, std::string_view text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(text.data()), text.size(), digest.data(),
             &size) == nullptr) {
        throw std::runtime_error("HMAC failed");
    }
    return {reinterpret_cast<const char*>(digest.data()), size};
}

} // namespace

std::string signatureHeader(const Secrets& secrets, std::int64_t unixSeconds, std::string_view body) {
    const std::string time = std::to_string(unixSeconds);
    std::string text;
    text.reserve(time.size() + 1 + body.size());
    text.append(time).append(1, '.').append(body);
    std::string header = "t=" + time;
    for (const std::string& secret : secrets) {
        header += ",v1=" + hexEncode(hmac(secret, text));
    }
    return header;
}

std::string standardSignature(const Secrets& secrets, std::string_view id, std::int64_t unixSeconds,
                              std::string_view body) {
    std::string text(id);
    text.append(1, '.').append(std::to_string(unixSeconds)).append(1, '.').append(body);
    std::string header;
    for (const std::string& secret : secrets) {
        const std::string_view whole = secret;
        const std::string_view coded = whole.starts_with(Marker) ? whole.substr(Marker.size()) : whole;
        // A self-chosen secret (svc-host listen) need not be base64: then its bytes are the key.
        const std::string key = mail::fromBase64(std::string(coded)).value_or(secret);
        header += (header.empty() ? "v1," : " v1,") + base64Encode(hmac(key, text));
    }
    return header;
}

} // namespace svc::host::webhooks

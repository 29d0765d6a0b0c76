/// @file Secrets of the plugin for the company of a call, such as credentials and tokens.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/host.hpp>

namespace svc {

/// Secrets are encrypted by the host with its master key, separately for each plugin and company.
///
///     call.secrets().put("apiKey", key);
///     if (!call.secrets().matches(Hmac::Sha256, "webhook", {timestamp, ".", body}, Encoding::Hex, sent)) …
class Secrets {
public:
    enum class Hmac { Sha1 = SVC_HMAC_SHA1, Sha256 = SVC_HMAC_SHA256, Sha512 = SVC_HMAC_SHA512 };
    enum class Encoding { Bytes = SVC_ENCODING_BYTES, Hex = SVC_ENCODING_HEX, Base64 = SVC_ENCODING_BASE64 };

    explicit Secrets(svc_call* call) noexcept : call_(call) {}

    /// Stores a secret in the transaction of the call.
    void put(std::string_view name, std::string_view value) {
        detail::check(call_, table().put(call_, detail::bytes(name), detail::bytes(value)));
    }
    /// Reads a secret; also allowed outside of a transaction. For bearer tokens and HMAC pass the name
    /// instead: the host then uses the secret without handing it out.
    std::optional<std::string> get(std::string_view name) {
        svc_bytes value{};
        const std::int32_t result = table().get(call_, detail::bytes(name), &value);
        detail::check(call_, result);
        return result == SVC_ABSENT ? std::nullopt : std::optional(std::string(detail::view(value)));
    }
    /// Removes a secret; a name that ends with * removes all secrets with that prefix.
    void remove(std::string_view name) { detail::check(call_, table().remove(call_, detail::bytes(name))); }

    /// Is `sent` the HMAC of the concatenated pieces under this secret? Compares in constant time. False when
    /// there is no such secret.
    bool matches(Hmac algorithm, std::string_view name, std::initializer_list<std::string_view> pieces,
                 Encoding encoding, std::string_view sent) {
        const std::vector<svc_bytes> parts = bytesOf(pieces);
        const std::int32_t result =
            table().hmac_check(call_, static_cast<std::int32_t>(algorithm), detail::bytes(name), parts.data(),
                               parts.size(), static_cast<std::int32_t>(encoding), detail::bytes(sent));
        detail::check(call_, result);
        return result == SVC_OK;
    }
    /// The bytes of the HMAC; no value when there is no such secret.
    std::optional<std::string> hmac(Hmac algorithm, std::string_view name,
                                    std::initializer_list<std::string_view> pieces) {
        const std::vector<svc_bytes> parts = bytesOf(pieces);
        svc_bytes out{};
        const std::int32_t result = table().hmac(call_, static_cast<std::int32_t>(algorithm),
                                                 detail::bytes(name), parts.data(), parts.size(), &out);
        detail::check(call_, result);
        return result == SVC_ABSENT ? std::nullopt : std::optional(std::string(detail::view(out)));
    }

private:
    static const svc_host_secrets& table() noexcept { return *detail::host().secrets; }
    static std::vector<svc_bytes> bytesOf(std::initializer_list<std::string_view> pieces) {
        std::vector<svc_bytes> parts;
        for (const std::string_view piece : pieces) {
            parts.push_back(detail::bytes(piece));
        }
        return parts;
    }

    svc_call* call_;
};

} // namespace svc

#include "host/abi/secrets.hpp"

#include <algorithm>
#include <array>

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>

#include "host/abi/guard.hpp"
#include "host/abi/tables.hpp"
#include "host/core/plugin_secrets.hpp"
#include "host/plugin/plugin.hpp"

namespace svc::host::abi {
namespace {

constexpr std::size_t LongestName = 200;
constexpr std::size_t LongestValue = 64 * 1024;

const PluginSecrets& secretsOf(svc_call* call) {
    const PluginSecrets* secrets = call->work.services().secrets;
    if (secrets == nullptr) {
        throw Fault("this program keeps no secrets");
    }
    return *secrets;
}

PluginSecrets::Owner ownerOf(svc_call* call) {
    return {call->work.company().id, call->plugin.declaration.id};
}

std::string_view checkedName(std::string_view name, bool mayEndWithStar = false) {
    std::string_view plain = name;
    if (mayEndWithStar && plain.ends_with('*')) {
        plain.remove_suffix(1);
    }
    const bool allowed = std::all_of(plain.begin(), plain.end(), [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '.' || c == '_' || c == ':' || c == '-';
    });
    if (name.empty() || name.size() > LongestName || !allowed) {
        throw Fault("a secret cannot be called " + std::string(name));
    }
    return name;
}

int32_t put(svc_call* call, svc_bytes name, svc_bytes value) {
    return guarded(call, [&] {
        if (view(value).size() > LongestValue) {
            throw Fault("a secret is longer than 64 KiB");
        }
        secretsOf(call).put(call->work.db(), ownerOf(call), checkedName(view(name)), view(value),
                            call->work.now());
        return SVC_OK;
    });
}

int32_t get(svc_call* call, svc_bytes name, svc_bytes* out) {
    return guarded(call, [&] {
        auto value = readSecret(call, view(name));
        if (!value) {
            return SVC_ABSENT;
        }
        *out = call->keepSecret(std::move(*value));
        return SVC_OK;
    });
}

int32_t remove(svc_call* call, svc_bytes name) {
    return guarded(call, [&] {
        secretsOf(call).remove(call->work.db(), ownerOf(call), checkedName(view(name), true));
        return SVC_OK;
    });
}

const EVP_MD* hashOf(int32_t algorithm) {
    switch (algorithm) {
    case SVC_HMAC_SHA1:
        return EVP_sha1();
    case SVC_HMAC_SHA256:
        return EVP_sha256();
    case SVC_HMAC_SHA512:
        return EVP_sha512();
    default:
        throw Fault("an HMAC has algorithm 1, 256 or 512, not " + std::to_string(algorithm));
    }
}

std::string hmacOf(int32_t algorithm, std::string_view key, const svc_bytes* pieces, uint64_t count) {
    std::string joined;
    for (uint64_t i = 0; i < count; ++i) {
        joined += view(pieces[i]);
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    if (HMAC(hashOf(algorithm), key.data(), static_cast<int>(key.size()),
             reinterpret_cast<const unsigned char*>(joined.data()), joined.size(), digest.data(),
             &size) == nullptr) {
        throw Fault("the HMAC could not be made");
    }
    return {reinterpret_cast<const char*>(digest.data()), size};
}

/// Decodes what the plugin sent; nothing when it is not valid in this encoding.
std::optional<std::string> decoded(int32_t encoding, std::string_view sent) {
    switch (encoding) {
    case SVC_ENCODING_BYTES:
        return std::string(sent);
    case SVC_ENCODING_HEX:
        return hexDecode(sent);
    case SVC_ENCODING_BASE64:
        return base64Decode(sent);
    default:
        throw Fault("a signature is sent as bytes (0), hex (1) or base 64 (2), not " +
                    std::to_string(encoding));
    }
}

int32_t hmacCheck(svc_call* call, int32_t algorithm, svc_bytes name, const svc_bytes* pieces, uint64_t count,
                  int32_t encoding, svc_bytes sent) {
    return guarded(call, [&] {
        const auto given = decoded(encoding, view(sent));
        const auto key = readSecret(call, view(name));
        if (!key || !given) {
            return SVC_ABSENT;
        }
        const std::string right = hmacOf(algorithm, *key, pieces, count);
        const bool matches =
            given->size() == right.size() && CRYPTO_memcmp(given->data(), right.data(), right.size()) == 0;
        return matches ? SVC_OK : SVC_ABSENT;
    });
}

int32_t hmac(svc_call* call, int32_t algorithm, svc_bytes name, const svc_bytes* pieces, uint64_t count,
             svc_bytes* out) {
    return guarded(call, [&] {
        const auto key = readSecret(call, view(name));
        if (!key) {
            return SVC_ABSENT;
        }
        *out = call->keep(hmacOf(algorithm, *key, pieces, count));
        return SVC_OK;
    });
}

constexpr svc_host_secrets SecretsTable = {sizeof(svc_host_secrets), 0, put, get, remove, hmacCheck, hmac};

} // namespace

std::optional<std::string> readSecret(svc_call* call, std::string_view name) {
    checkedName(name);
    UnitOfWork& work = call->work;
    if (work.inTransaction()) {
        return secretsOf(call).get(work.db(), ownerOf(call), name);
    }
    db::Transaction transaction(work.services().pool, work.company().id.toString());
    auto value = secretsOf(call).get(transaction, ownerOf(call), name);
    transaction.endRead();
    return value;
}

const svc_host_secrets& secretsTable() {
    return SecretsTable;
}

} // namespace svc::host::abi

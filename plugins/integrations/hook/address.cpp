#include "hook/address.hpp"

#include <random>

#include <svc/encoding.hpp>

#include "hook/account_orders.hpp"
#include "provider/provider.hpp"

#include <openssl/crypto.h>

namespace svc::integrations {
namespace {

using Hmac = Secrets::Hmac;

std::string secretOf(std::string_view provider) {
    return "hook." + std::string(provider);
}

/// 128 random bits in 22 characters: some providers accept addresses of 120 characters at most. Nothing while
/// no address was created.
std::optional<std::string> tokenOf(Call& call, std::string_view provider) {
    constexpr std::size_t Bytes = 16;
    const auto mac = call.secrets().hmac(Hmac::Sha256, secretOf(provider), {"address"});
    return mac ? std::optional(base64UrlEncode(mac->substr(0, Bytes))) : std::nullopt;
}

} // namespace

bool isTokenOf(Call& call, std::string_view provider, std::string_view given) {
    const auto right = tokenOf(call, provider);
    return right && right->size() == given.size() &&
           CRYPTO_memcmp(right->data(), given.data(), given.size()) == 0;
}

std::string randomBytes() {
    std::random_device device;
    std::string bytes;
    for (int i = 0; i < 8; ++i) {
        const unsigned int four = device();
        bytes.append(reinterpret_cast<const char*>(&four), sizeof four);
    }
    return bytes;
}

std::string hookUrl(Call& call, std::string_view provider) {
    auto token = tokenOf(call, provider);
    if (!token) {
        call.secrets().put(secretOf(provider), randomBytes());
        token = tokenOf(call, provider);
    }
    return calls::host::address(call).url + "/hooks/" + std::string(provider) + '/' +
           call.shownCompanyId().toString() + '/' + token.value();
}

void tellAccount(Call& call, std::string_view provider, const Json& account) {
    if (calls::host::offersAccount(call) && verbs::offersAccount(call, provider)) {
        const auto id = account.isObject() ? account.optionalText("id") : std::nullopt;
        calls::host::account(call, {.provider = std::string(provider), .account = id});
        markAccount(call, provider, id);
    }
}

void forgetHook(Call& call, std::string_view provider) {
    call.secrets().remove(secretOf(provider));
}

} // namespace svc::integrations

#include "host/webhooks/webhook_secret.hpp"

#include <stdexcept>

#include "host/auth/digest.hpp"
#include "host/auth/sealed_text.hpp"

namespace svc::host::webhooks {
namespace {

constexpr std::size_t RandomCharacters = 40;

std::string contextOf(const Uuid& company, const Uuid& webhook, int keyVersion) {
    return "webhook " + company.toString() + ' ' + webhook.toString() + ' ' + std::to_string(keyVersion);
}

} // namespace

std::string SecretSealer::make() {
    return "whsec_" + auth::randomAlphanumeric(RandomCharacters);
}

std::string SecretSealer::seal(const Uuid& company, const Uuid& webhook, std::string_view secret) const {
    const auto& [version, key] = *keys_.rbegin();
    return auth::sealText(key, contextOf(company, webhook, version), secret);
}

std::string SecretSealer::open(const Uuid& company, const Uuid& webhook, int keyVersion,
                               std::string_view sealed) const {
    const auto key = keys_.find(keyVersion);
    auto secret = key == keys_.end()
                      ? std::nullopt
                      : auth::openText(key->second, contextOf(company, webhook, keyVersion), sealed);
    if (!secret) {
        throw UnknownKey("the secret of " + encodeId("whk", webhook) +
                         " was not sealed with this master key");
    }
    return std::move(*secret);
}

} // namespace svc::host::webhooks

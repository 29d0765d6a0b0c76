#include <algorithm>

#include <svc/encoding.hpp>
#include <svc/lately_used.hpp>

#include "certificate/keep.hpp"
#include "certificate/view.hpp"
#include "keys/signing.hpp"

namespace svc::compliance {
namespace {

/// The facts of a key whose certificate is valid now, or that has none; else null. They live until the end of
/// the transaction.
const Json* usable(Call& call, std::string_view regime, std::string_view setting) {
    const std::vector<RegimeSettings>& enabled = dutiesOf(call).regimes;
    const auto own = std::find_if(enabled.begin(), enabled.end(),
                                  [&](const RegimeSettings& one) { return one.regime == regime; });
    const Json* facts = own == enabled.end() ? nullptr : own->certificates.find(setting);
    if (facts == nullptr) {
        return nullptr;
    }
    const auto begin = instantIn(*facts, "notBefore");
    const auto end = instantIn(*facts, "notAfter");
    const bool valid = (!begin || *begin <= call.now()) && (!end || call.now() < *end);
    return valid ? facts : nullptr;
}

/// The private key that belongs to the facts, from a cache: a till signs all day with the same key and need
/// not read the secrets each time.
std::optional<keys::PrivateKey> privateKeyOf(Call& call, const std::string& secret, const Json& facts) {
    static LatelyUsed<std::string, keys::PrivateKey> used;
    const std::string name = call.companyId().toString() + ' ' + facts.textOr("publicKey");
    if (auto known = used.find(name)) {
        return known;
    }
    const auto pem = call.secrets().get(secret);
    auto key = pem ? keys::PrivateKey::read(*pem) : std::nullopt;
    if (key) {
        used.keep(name, *key);
    }
    return key;
}

} // namespace

commands::FiscalSignOutput commands::fiscalSign(Call& call, const commands::FiscalSignInput& input) {
    const Json* facts = usable(call, input.regime, input.key);
    const auto key =
        facts != nullptr ? privateKeyOf(call, secretOf(input.regime, input.key), *facts) : std::nullopt;
    const keys::Algorithm algorithm = keys::algorithmOf(toText(input.algorithm)).value();
    if (!key || !key->suits(algorithm)) {
        return {};
    }
    const std::string data = base64Decode(input.data).value_or(std::string());
    return {.signature = base64Encode(key->sign(algorithm, data)),
            .certificate = shownCertificate(input.key, *facts),
            .chainPem = facts->optionalText("chainPem")};
}

} // namespace svc::compliance

// Private keys of a company's regimes: stored as secrets, used without being disclosed, and watched until
// they expire.
#include "certificate/keep.hpp"

#include <svc/encoding.hpp>

#include "keys/key_file.hpp"
#include "keys/signing.hpp"

namespace svc::compliance {
namespace {

Json factsOf(const keys::KeyFile& file) {
    Json facts = Json::object({{"kind", file.kind}, {"publicKey", base64Encode(file.publicDer)}});
    if (file.certificate) {
        facts.set("subject", file.certificate->subject);
        facts.set("issuer", file.certificate->issuer);
        facts.set("serialNumber", file.certificate->serialNumber);
        facts.set("notBefore", Json(file.certificate->notBefore));
        facts.set("notAfter", Json(file.certificate->notAfter));
        facts.set("sha256", file.certificate->sha256);
        facts.set("chainPem", file.chainPem);
    }
    return facts;
}

/// The plugin that calls the authority needs the certificate for TLS, so it stores the key among its own
/// secrets.
void giveCertificate(Call& call, const Regime& regime, const std::string& setting,
                     std::optional<std::string> pem) {
    verbs::keepCertificate(call, regime.id, {.name = setting, .pem = std::move(pem)});
}

/// A key of another type or size could be stored, but not sign a single document.
bool suits(const std::string& privatePem, const std::optional<std::string>& algorithm) {
    const auto needed = algorithm ? keys::algorithmOf(*algorithm) : std::nullopt;
    const auto key = keys::PrivateKey::read(privatePem);
    return key && (!needed || key->suits(*needed));
}

} // namespace

std::string secretOf(std::string_view regime, std::string_view setting) {
    return "regime." + std::string(regime) + '.' + std::string(setting);
}

void forgetSecret(Call& call, const Regime& regime, const std::string& setting, RegimeSettings& own) {
    if (regime.isClientCertificate(setting)) {
        giveCertificate(call, regime, setting, std::nullopt);
    }
    call.secrets().remove(secretOf(regime.id, setting));
    own.secrets.remove(setting);
    own.certificates.remove(setting);
}

void keepKey(Call& call, const Regime& regime, const std::string& setting, const std::string& file,
             const std::string& password, RegimeSettings& own) {
    const bool isPem = file.find("-----BEGIN ") != std::string::npos;
    const auto bytes = isPem ? std::optional(file) : base64Decode(file);
    const auto opened = bytes ? keys::openKeyFile(*bytes, password) : std::nullopt;
    if (!opened || (regime.needsCertificate(setting) && !opened->certificate) ||
        !suits(opened->privatePem, regime.algorithmOf(setting))) {
        throw fieldInvalid("settings." + setting);
    }
    if (regime.isClientCertificate(setting)) {
        giveCertificate(call, regime, setting, opened->privatePem + opened->chainPem);
    } else {
        call.secrets().put(secretOf(regime.id, setting), opened->privatePem);
    }
    own.secrets.set(setting, true);
    own.certificates.set(setting, factsOf(*opened));
}

} // namespace svc::compliance

// Private keys of a company's regimes: kept as secrets, used without being given out, and not forgotten until
// they have expired.
#include "api/certificates.hpp"

#include <algorithm>

#include <svc/contracts/mail.hpp>
#include <svc/encoding.hpp>

#include "domain/expiry.hpp"
#include "keys/key_file.hpp"
#include "keys/lately_used.hpp"
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

api::FiscalCertificate shown(const std::string& setting, const Json& facts) {
    return {.setting = setting,
            .kind = facts.textOr("kind"),
            .publicKey = facts.textOr("publicKey"),
            .subject = facts.optionalText("subject"),
            .issuer = facts.optionalText("issuer"),
            .serialNumber = facts.optionalText("serialNumber"),
            .notBefore = instantIn(facts, "notBefore"),
            .notAfter = instantIn(facts, "notAfter"),
            .sha256 = facts.optionalText("sha256")};
}

void tellOwners(Call& call, const RegimeSettings& own, const std::string& setting, const Json& facts) {
    const Instant end = instantIn(facts, "notAfter").value();
    const Date day = call.dateOf(end);
    call.history("regime", own.regime, "certificate.expiring",
                 Json::array({Json::object({{"field", setting}, {"from", nullptr}, {"to", day}})}));
    if (!call.offers("company.owners") || !call.offers("mail.queue")) {
        return;
    }
    const std::string name = nameOf(call, own.regime);
    const Json found = call.command("company.owners", Json::object());
    for (const Json& owner : found["owners"].items()) {
        const std::string language = owner.textOr("language", "en");
        const ExpiryWords words =
            expiryWords(language, call.company().name, name, facts.textOr("subject"), day);
        contracts::queueMail(call, {.to = owner.textOr("email"),
                                    .subject = words.subject,
                                    .text = words.text,
                                    .language = language});
    }
}

/// The facts of a key, where its certificate is valid now or it has none.
std::optional<Json> usable(Call& call, std::string_view regime, std::string_view setting) {
    const std::vector<RegimeSettings>& enabled = dutiesOf(call).regimes;
    const auto own = std::find_if(enabled.begin(), enabled.end(),
                                  [&](const RegimeSettings& one) { return one.regime == regime; });
    const Json* facts = own == enabled.end() ? nullptr : own->certificates.find(setting);
    if (facts == nullptr) {
        return std::nullopt;
    }
    const auto begin = instantIn(*facts, "notBefore");
    const auto end = instantIn(*facts, "notAfter");
    const bool valid = (!begin || *begin <= call.now()) && (!end || call.now() < *end);
    return valid ? std::optional(*facts) : std::nullopt;
}

/// The private key that belongs to the facts: a till signs all day with one, and needs no look at the
/// secrets.
std::optional<keys::PrivateKey> privateKeyOf(Call& call, const std::string& secret, const Json& facts) {
    static keys::LatelyUsed<keys::PrivateKey> used;
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

/// Only the plugin that calls the authority can show a certificate to it: it keeps it among its own secrets.
void giveCertificate(Call& call, const Regime& regime, const std::string& setting, Json pem) {
    call.command(verbOf(regime.id, "keep_certificate"),
                 Json::object({{"name", setting}, {"pem", std::move(pem)}}));
}

} // namespace

std::string secretOf(std::string_view regime, std::string_view setting) {
    return "regime." + std::string(regime) + '.' + std::string(setting);
}

void forgetSecret(Call& call, const Regime& regime, const std::string& setting, RegimeSettings& own) {
    if (regime.isClientCertificate(setting)) {
        giveCertificate(call, regime, setting, Json(nullptr));
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
    const bool isShown = regime.isClientCertificate(setting);
    if (!opened || (isShown && !opened->certificate)) {
        throw fieldInvalid("settings." + setting);
    }
    if (isShown) {
        giveCertificate(call, regime, setting, Json(opened->privatePem + opened->chainPem));
    } else {
        call.secrets().put(secretOf(regime.id, setting), opened->privatePem);
    }
    own.secrets.set(setting, true);
    own.certificates.set(setting, factsOf(*opened));
}

std::vector<api::FiscalCertificate> certificatesOf(const RegimeSettings& own) {
    std::vector<api::FiscalCertificate> all;
    for (const Json::Member& member : own.certificates.members()) {
        all.push_back(shown(member.name, member.value));
    }
    return all;
}

commands::FiscalSignOutput commands::fiscalSign(Call& call, const commands::FiscalSignInput& input) {
    const auto facts = usable(call, input.regime, input.key);
    const auto key = facts ? privateKeyOf(call, secretOf(input.regime, input.key), *facts) : std::nullopt;
    const keys::Algorithm algorithm = keys::algorithmOf(toText(input.algorithm)).value();
    if (!key || !key->suits(algorithm)) {
        return {};
    }
    const std::string data = base64Decode(input.data).value_or(std::string());
    return {.signature = base64Encode(key->sign(algorithm, data)),
            .certificate = shown(input.key, *facts),
            .chainPem = facts->optionalText("chainPem")};
}

void jobs::warnCertificates(Call& call, const Json&) {
    for (const RegimeSettings& enabled : enabledRegimes(call)) {
        RegimeSettings own = enabled;
        for (const Json::Member& member : enabled.certificates.members()) {
            const auto end = instantIn(member.value, "notAfter");
            const auto due =
                end ? warningDue(*end, call.now(), member.value.optionalInteger("warned")) : std::nullopt;
            if (due) {
                Json facts = member.value;
                facts.set("warned", Json(*due));
                own.certificates.set(member.name, facts);
                tellOwners(call, own, member.name, facts);
            }
        }
        if (!(own.certificates == enabled.certificates)) {
            saveCertificates(call, own);
        }
    }
}

} // namespace svc::compliance

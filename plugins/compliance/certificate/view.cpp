#include "certificate/view.hpp"

#include "regime/known.hpp"

namespace svc::compliance {

api::FiscalCertificate shownCertificate(const std::string& setting, const Json& facts) {
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

std::vector<api::FiscalCertificate> certificatesOf(const RegimeSettings& own) {
    std::vector<api::FiscalCertificate> all;
    for (const Json::Member& member : own.certificates.members()) {
        all.push_back(shownCertificate(member.name, member.value));
    }
    return all;
}

} // namespace svc::compliance

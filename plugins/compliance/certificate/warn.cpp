#include "bindings.hpp"
#include "certificate/rules/expiry.hpp"
#include "regime/known.hpp"
#include "regime/owners.hpp"

namespace svc::compliance {
namespace {

void tellOwners(Call& call, const RegimeSettings& own, const std::string& setting, const Json& facts) {
    const Instant end = instantIn(facts, "notAfter").value();
    const Date day = call.dateOf(end);
    call.history("regime", own.regime, "certificate.expiring",
                 Json::array({Json::object({{"field", setting}, {"from", nullptr}, {"to", day}})}));
    const std::string name = nameOf(call, own.regime);
    mailOwners(call, [&](const std::string& language) {
        return expiryWords(language, paper::ReaderForm::of(language, call.company().country),
                           call.company().name, name, facts.textOr("subject"), day);
    });
}

} // namespace

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

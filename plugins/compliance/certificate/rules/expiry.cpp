#include "certificate/rules/expiry.hpp"

#include <array>

namespace svc::compliance {
namespace {

struct Wording {
    std::string_view language;
    std::string_view subject;
    std::string_view company;
    std::string_view regime;
    std::string_view certificate;
    std::string_view end;
    std::string_view next;
};

constexpr std::array<Wording, 3> Wordings{
    {{"en", "A fiscal certificate expires", "Company: ", "Regime: ", "Certificate: ", "Valid until: ",
      "Ask its issuer for a new one and put it into the settings of the regime before that day."},
     {"fr", "Un certificat fiscal expire",
      "Entreprise\u00A0: ", "R\u00E9gime\u00A0: ", "Certificat\u00A0: ", "Valable jusqu'au\u00A0: ",
      "Demandez-en un nouveau \u00E0 son \u00E9metteur et enregistrez-le dans les r\u00E9glages du "
      "r\u00E9gime "
      "avant ce jour."},
     {"de", "Ein Fiskalzertifikat l\u00E4uft ab",
      "Unternehmen: ", "Regelung: ", "Zertifikat: ", "G\u00FCltig bis: ",
      "Fordern Sie beim Aussteller ein neues an und hinterlegen Sie es vor diesem Tag in den Einstellungen "
      "der "
      "Regelung."}}};

const Wording& wordingIn(std::string_view language) {
    for (const Wording& one : Wordings) {
        if (one.language == language) {
            return one;
        }
    }
    return Wordings.front();
}

} // namespace

std::optional<std::int64_t> warningDue(Instant notAfter, Instant now, std::optional<std::int64_t> warned) {
    for (const std::int64_t days : {7, 30, 60}) {
        if (notAfter <= now + days * Instant::Day) {
            return warned && *warned <= days ? std::nullopt : std::optional(days);
        }
    }
    return std::nullopt;
}

ExpiryWords expiryWords(std::string_view language, const paper::ReaderForm& form, std::string_view company,
                        std::string_view regime, std::string_view certificate, Date end) {
    const Wording& words = wordingIn(language);
    std::string text;
    const auto line = [&](std::string_view label, std::string_view value) {
        text.append(label).append(value) += '\n';
    };
    line(words.company, company);
    line(words.regime, regime);
    line(words.certificate, certificate);
    line(words.end, form.date(end));
    text.append("\n").append(words.next) += '\n';
    return {std::string(words.subject) + " (" + std::string(regime) + ')', std::move(text)};
}

} // namespace svc::compliance

#include "document/rules/mail_words.hpp"

namespace svc::sales {
namespace {

struct Wording {
    std::string_view quote;
    std::string_view sale;
    std::string_view from;
    std::string_view total;
    std::string_view validUntil;
    std::string_view dueOn;
    std::string_view page;
};

constexpr Wording English{"Quote", "Invoice", "from", "Total", "Valid until", "Due on", "See it here"};
constexpr Wording French{"Devis",      "Facture",        "de", "Total", "Valable jusqu'au",
                         "À payer le", "À consulter ici"};
constexpr Wording German{"Angebot", "Rechnung", "von", "Summe", "Gültig bis", "Zahlbar bis", "Hier ansehen"};

const Wording& wordingOf(std::string_view language) {
    return language == "fr" ? French : language == "de" ? German : English;
}

} // namespace

std::string mailLine(std::string_view language, std::string_view name, std::string_view value) {
    // A colon has a space before it in French.
    return std::string(name) + (language == "fr" ? "\u00A0: " : ": ") + std::string(value) + '\n';
}

MailWords mailWords(const MailReader& reader, const MailedDocument& document, std::string_view company,
                    const std::optional<std::string>& message, const std::optional<std::string>& url) {
    const Wording& words = wordingOf(reader.language);
    const bool quote = document.kind == "quote";
    MailWords mail;
    mail.subject = std::string(quote ? words.quote : words.sale) + ' ' + std::string(document.number) + ' ' +
                   std::string(words.from) + ' ' + std::string(company);
    if (message) {
        mail.text = *message + "\n\n";
    }
    mail.text += mail.subject + "\n\n";
    mail.text += mailLine(reader.language, words.total, reader.form.money(document.total, document.currency));
    if (document.until) {
        mail.text += mailLine(reader.language, quote ? words.validUntil : words.dueOn,
                              reader.form.date(*document.until));
    }
    if (url) {
        mail.text += '\n' + mailLine(reader.language, words.page, *url);
    }
    return mail;
}

} // namespace svc::sales

#include "document/rules/mail_words.hpp"

#include <svc/money.hpp>

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
    std::string_view thousands;
    std::string_view decimal;
};

constexpr Wording English{"Quote",  "Invoice",     "from", "Total", "Valid until",
                          "Due on", "See it here", ",",    "."};
constexpr Wording French{"Devis",      "Facture",         "de",     "Total", "Valable jusqu'au",
                         "À payer le", "À consulter ici", "\u202f", ","};
constexpr Wording German{"Angebot",     "Rechnung",     "von", "Summe", "Gültig bis",
                         "Zahlbar bis", "Hier ansehen", ".",   ","};

const Wording& wordingOf(std::string_view language) {
    return language == "fr" ? French : language == "de" ? German : English;
}

} // namespace

std::string dateText(Date date, std::string_view language) {
    const std::string iso = date.toString();
    const std::string year = iso.substr(0, 4);
    const std::string month = iso.substr(5, 2);
    const std::string day = iso.substr(8, 2);
    if (language == "fr") {
        return day + '/' + month + '/' + year;
    }
    return language == "de" ? day + '.' + month + '.' + year : iso;
}

std::string amountText(std::int64_t minor, Currency currency, std::string_view language) {
    const Wording& words = wordingOf(language);
    const std::string plain = majorFromMinor(minor < 0 ? -minor : minor, currency).toFixed(currency.digits());
    const std::size_t point = plain.find('.');
    const std::string whole = plain.substr(0, point);
    std::string text = minor < 0 ? "-" : "";
    for (std::size_t i = 0; i < whole.size(); ++i) {
        if (i > 0 && (whole.size() - i) % 3 == 0) {
            text += words.thousands;
        }
        text += whole[i];
    }
    if (point != std::string::npos) {
        text += words.decimal;
        text += plain.substr(point + 1);
    }
    return text + ' ' + std::string(currency.code());
}

MailWords mailWords(std::string_view language, const MailedDocument& document, std::string_view company,
                    const std::optional<std::string>& message, const std::optional<std::string>& url) {
    const Wording& words = wordingOf(language);
    const bool quote = document.kind == "quote";
    MailWords mail;
    mail.subject = std::string(quote ? words.quote : words.sale) + ' ' + std::string(document.number) + ' ' +
                   std::string(words.from) + ' ' + std::string(company);
    if (message) {
        mail.text = *message + "\n\n";
    }
    mail.text += mail.subject + "\n\n";
    mail.text +=
        std::string(words.total) + ": " + amountText(document.total, document.currency, language) + '\n';
    if (document.until) {
        mail.text += std::string(quote ? words.validUntil : words.dueOn) + ": " +
                     dateText(*document.until, language) + '\n';
    }
    if (url) {
        mail.text += '\n' + std::string(words.page) + ": " + *url + '\n';
    }
    return mail;
}

} // namespace svc::sales

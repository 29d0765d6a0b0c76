#include "sale/rules/reminder_words.hpp"

namespace svc::sales {
namespace {

struct ReminderWording {
    std::string_view subject;
    std::string_view first;
    std::string_view again;
    std::string_view total;
    std::string_view paid;
    std::string_view open;
    std::string_view due;
    std::string_view reference;
    std::string_view page;
    std::string_view thanks;
};

constexpr ReminderWording EnglishReminder{
    "Reminder",
    "Perhaps it has escaped you: this invoice is not paid in full yet.",
    "We have written to you before: this invoice is still not paid in full.",
    "Total",
    "Paid or credited",
    "Still to pay",
    "Due on",
    "Reference of the payment",
    "See it here",
    "If you have paid in the meantime, please take no notice of this message."};
constexpr ReminderWording FrenchReminder{
    "Rappel",
    "Cela vous a peut-être échappé : cette facture n'est pas encore réglée en entier.",
    "Nous vous avons déjà écrit : cette facture n'est toujours pas réglée en entier.",
    "Total",
    "Payé ou crédité",
    "Reste à payer",
    "À payer le",
    "Référence du paiement",
    "À consulter ici",
    "Si vous avez payé entre-temps, ne tenez pas compte de ce message."};
constexpr ReminderWording GermanReminder{
    "Zahlungserinnerung",
    "Vielleicht ist es Ihnen entgangen: Diese Rechnung ist noch nicht ganz bezahlt.",
    "Wir haben Ihnen schon geschrieben: Diese Rechnung ist noch immer nicht ganz bezahlt.",
    "Summe",
    "Bezahlt oder gutgeschrieben",
    "Noch zu zahlen",
    "Zahlbar bis",
    "Verwendungszweck",
    "Hier ansehen",
    "Haben Sie inzwischen bezahlt, so ist diese Nachricht gegenstandslos."};

const ReminderWording& reminderWordingOf(std::string_view language) {
    return language == "fr" ? FrenchReminder : language == "de" ? GermanReminder : EnglishReminder;
}

} // namespace

MailWords reminderWords(const MailReader& reader, const Sale& sale, std::int64_t level,
                        std::string_view company, const std::optional<std::string>& message,
                        const std::optional<std::string>& url) {
    const ReminderWording& words = reminderWordingOf(reader.language);
    MailWords mail;
    const auto line = [&](std::string_view name, std::string_view value) {
        mail.text += mailLine(reader.language, name, value);
    };
    const auto amount = [&](std::int64_t minor) { return reader.form.money(minor, sale.currency); };
    mail.subject = std::string(words.subject) + ' ' + std::to_string(level) + ": " + sale.number + ", " +
                   std::string(company);
    if (message) {
        mail.text = *message + "\n\n";
    }
    mail.text += std::string(level == 1 ? words.first : words.again) + "\n\n" + sale.number + "\n";
    line(words.total, amount(sale.total));
    if (sale.balance() != sale.total) {
        line(words.paid, amount(sale.total - sale.balance()));
    }
    line(words.open, amount(sale.balance()));
    if (sale.dueDate) {
        line(words.due, reader.form.date(*sale.dueDate));
    }
    line(words.reference, sale.paymentReference);
    if (url) {
        mail.text += '\n';
        line(words.page, *url);
    }
    mail.text += '\n' + std::string(words.thanks) + '\n';
    return mail;
}

} // namespace svc::sales

#include "recurring/rules/failure_words.hpp"

namespace svc::sales {
namespace {

struct FailureWording {
    std::string_view subject;
    std::string_view company;
    std::string_view sale;
    std::string_view due;
    std::string_view reason;
    std::string_view next;
};

constexpr FailureWording EnglishFailure{
    "A recurring sale could not be made",
    "Company",
    "Recurring sale",
    "Due on",
    "Reason",
    "It is tried again every hour, until it can be made or somebody pauses it."};
constexpr FailureWording FrenchFailure{
    "Une vente récurrente n'a pas pu être créée",
    "Entreprise",
    "Vente récurrente",
    "Prévue le",
    "Raison",
    "Un nouvel essai a lieu chaque heure, jusqu'à ce qu'elle puisse être créée ou soit mise en pause."};
constexpr FailureWording GermanFailure{
    "Ein wiederkehrender Verkauf konnte nicht angelegt werden",
    "Firma",
    "Wiederkehrender Verkauf",
    "Fällig am",
    "Grund",
    "Jede Stunde wird es erneut versucht, bis er angelegt werden kann oder jemand ihn anhält."};

const FailureWording& failureWordingIn(std::string_view language) {
    return language == "fr" ? FrenchFailure : language == "de" ? GermanFailure : EnglishFailure;
}

} // namespace

MailWords recurringFailureWords(const MailReader& reader, std::string_view company, std::string_view name,
                                Date on, std::string_view code) {
    const FailureWording& words = failureWordingIn(reader.language);
    std::string text;
    const auto line = [&](std::string_view label, std::string_view value) {
        text += mailLine(reader.language, label, value);
    };
    line(words.company, company);
    line(words.sale, name);
    line(words.due, reader.form.date(on));
    line(words.reason, code);
    text += '\n';
    text.append(words.next) += '\n';
    return {std::string(words.subject), std::move(text)};
}

} // namespace svc::sales

// Refusals as HTML, for people who read public pages.
#include "host/http/pipeline/refusal_page.hpp"

#include <svc/markup.hpp>

#include <algorithm>
#include <array>

namespace svc::host::http {

namespace {

struct Told {
    std::string_view code; ///< without the part after a colon
    std::string_view en;
    std::string_view fr;
    std::string_view de;
};

constexpr std::array Texts{
    Told{"quote-not-open", "This quote has been answered already, or it was withdrawn.",
         "Ce devis a déjà reçu une réponse, ou il a été retiré.",
         "Dieses Angebot wurde schon beantwortet oder zurückgezogen."},
    Told{"quote-expired", "This quote is no longer valid.", "Ce devis n'est plus valable.",
         "Dieses Angebot ist nicht mehr gültig."},
    Told{"document-not-found", "There is no document at this address.",
         "Il n'y a pas de document à cette adresse.", "Unter dieser Adresse gibt es kein Dokument."},
    Told{"shop-not-found", "There is no shop at this address.", "Il n'y a pas de boutique à cette adresse.",
         "Unter dieser Adresse gibt es kein Geschäft."},
    Told{"menu-not-found", "There is no menu at this address.", "Il n'y a pas de carte à cette adresse.",
         "Unter dieser Adresse gibt es keine Karte."},
    Told{"item-not-found", "Something of your order is no longer for sale.",
         "Un article de votre commande n'est plus en vente.",
         "Etwas aus Ihrer Bestellung ist nicht mehr erhältlich."},
    Told{"field-invalid", "Something that you have filled in is not valid. Please go back and check it.",
         "Une de vos indications n'est pas valable. Merci de revenir en arrière et de la vérifier.",
         "Eine Ihrer Angaben ist nicht gültig. Bitte gehen Sie zurück und prüfen Sie sie."},
    Told{"nothing-due", "Nothing is left to pay.", "Il ne reste rien à payer.",
         "Es ist nichts mehr zu bezahlen."},
    Told{"integration-not-connected", "It cannot be paid online.", "Le paiement en ligne n'est pas possible.",
         "Eine Bezahlung im Internet ist nicht möglich."},
    Told{"too-many-requests", "That was too often in a short time. Please wait a moment.",
         "Trop de demandes en peu de temps. Merci de patienter un instant.",
         "Das waren zu viele Anfragen in kurzer Zeit. Bitte warten Sie einen Augenblick."},
};

constexpr Told Other{"", "That was not possible. Please try again later.",
                     "Cela n'a pas été possible. Merci de réessayer plus tard.",
                     "Das war nicht möglich. Bitte versuchen Sie es später noch einmal."};

} // namespace

const std::string_view RefusalStyle =
    R"css(body{margin:0;background:#fbfaf7;color:#1f2421;font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:42rem;margin:0 auto;padding:1.25rem 1rem}
p{background:#fff;border:1px solid #e4e1d8;border-radius:.9rem;padding:.85rem 1rem;margin:0}
@media (prefers-color-scheme:dark){body{background:#151816;color:#eceee9}p{background:#1e2320;border-color:#323a35}}
)css";

// The digest is that of the style above; a test computes it.
const std::string_view RefusalPolicy =
    "default-src 'none'; style-src 'sha256-3hMqsCgqBnfer1LTZ+SghIRAcYRT82eyYXT/JLuE8uY='; base-uri 'none'; "
    "frame-ancestors 'none'";

std::string_view refusalText(std::string_view code, std::string_view language) {
    const std::string_view kind = code.substr(0, code.find(':'));
    const auto* const found =
        std::find_if(Texts.begin(), Texts.end(), [&](const Told& told) { return told.code == kind; });
    const Told& told = found == Texts.end() ? Other : *found;
    return language == "fr" ? told.fr : language == "de" ? told.de : told.en;
}

bool asksForHtml(std::string_view accept) {
    return accept.find("text/html") < accept.find("application/json");
}

void showAsPage(Answer& refusal, std::string_view language) {
    const std::string text = escapedMarkup(refusalText(refusal.code, language));
    refusal.body = "<!doctype html>\n<html lang=\"" + std::string(language) +
                   "\">\n<head>\n<meta charset=\"utf-8\">\n"
                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                   "<meta name=\"robots\" content=\"noindex\">\n<title>" +
                   text + "</title>\n<style>" + std::string(RefusalStyle) +
                   "</style>\n</head>\n<body>\n<main>\n<p role=\"alert\">" + text +
                   "</p>\n</main>\n</body>\n</html>\n";
    for (auto& [name, value] : refusal.headers) {
        if (name == "Content-Type") {
            value = "text/html; charset=utf-8";
        }
    }
    refusal.headers.emplace_back("Content-Security-Policy", RefusalPolicy);
}

} // namespace svc::host::http

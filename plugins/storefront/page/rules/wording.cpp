#include "page/rules/wording.hpp"

#include <array>

namespace svc::storefront {
namespace {

struct Entry {
    Word word;
    std::string_view en;
    std::string_view fr;
    std::string_view de;
};

constexpr std::array Entries{
    Entry{Word::Menu, "Menu", "Carte", "Karte"},
    Entry{Word::Other, "More", "Autres", "Weiteres"},
    Entry{Word::SoldOut, "Sold out", "Épuisé", "Ausverkauft"},
    Entry{Word::Table, "Table", "Table", "Tisch"},
    Entry{Word::YourName, "Your name", "Votre nom", "Ihr Name"},
    Entry{Word::Phone, "Telephone", "Téléphone", "Telefon"},
    Entry{Word::Note, "Note", "Remarque", "Anmerkung"},
    Entry{Word::NoteHint, "No nuts, please", "Sans noix, merci", "Bitte ohne Nüsse"},
    Entry{Word::Order, "Order", "Commander", "Bestellen"},
    Entry{Word::NothingChosen, "Choose how many you would like, then order.",
          "Indiquez les quantités souhaitées, puis commandez.",
          "Wählen Sie die Mengen und bestellen Sie dann."},
    Entry{Word::Thanks, "Thank you!", "Merci !", "Vielen Dank!"},
    Entry{Word::OrderReceived, "We have received your order.", "Nous avons bien reçu votre commande.",
          "Wir haben Ihre Bestellung erhalten."},
    Entry{Word::BackToMenu, "Back to the menu", "Retour à la carte", "Zurück zur Karte"},
    Entry{Word::EmptyMenu, "Nothing is on the menu at the moment.", "La carte est vide pour le moment.",
          "Zurzeit steht nichts auf der Karte."},
    Entry{Word::Total, "Total", "Total", "Summe"},
    Entry{Word::Credited, "Credited", "Avoirs", "Gutgeschrieben"},
    Entry{Word::Refunded, "Refunded", "Remboursé", "Erstattet"},
    Entry{Word::Accept, "Accept", "Accepter", "Annehmen"},
    Entry{Word::Decline, "Decline", "Refuser", "Ablehnen"},
    Entry{Word::Reason, "Reason (if you like)", "Motif (facultatif)", "Grund (freiwillig)"},
    Entry{Word::Accepted, "Accepted. Thank you!", "Accepté. Merci !", "Angenommen. Vielen Dank!"},
    Entry{Word::Declined, "Declined.", "Refusé.", "Abgelehnt."},
    Entry{Word::Expired, "This quote is no longer valid.", "Ce devis n'est plus valable.",
          "Dieses Angebot ist nicht mehr gültig."},
    Entry{Word::Cancelled, "Cancelled.", "Annulé.", "Storniert."},
    Entry{Word::PaidInFull, "Paid. Thank you!", "Payé. Merci !", "Bezahlt. Vielen Dank!"},
    Entry{Word::PayNow, "Pay now", "Payer maintenant", "Jetzt bezahlen"},
    Entry{Word::OnItsWay,
          "Paid, and on its way to us:", "Payé, en cours d'acheminement :", "Bezahlt und unterwegs zu uns:"},
    Entry{Word::OpenPdf, "Open as PDF", "Ouvrir en PDF", "Als PDF öffnen"},
    Entry{Word::OpenCurrentPdf, "As it stands today (PDF)", "État à ce jour (PDF)", "Heutiger Stand (PDF)"},
    Entry{Word::CancelledByShop, "Cancelled in the shop", "Annulée dans la boutique", "Im Shop storniert"},
    Entry{Word::PageBefore, "Previous page", "Page précédente", "Vorige Seite"},
    Entry{Word::PageBehind, "Next page", "Page suivante", "Nächste Seite"},
};

} // namespace

std::string_view wordOf(Word word, std::string_view language) {
    for (const Entry& entry : Entries) {
        if (entry.word == word) {
            return language == "fr" ? entry.fr : language == "de" ? entry.de : entry.en;
        }
    }
    return {};
}

} // namespace svc::storefront

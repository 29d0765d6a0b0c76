#include "rules/words.hpp"

#include <array>
#include <cstddef>

namespace svc::receiving {
namespace {

using Words = std::array<std::string_view, static_cast<std::size_t>(Word::Findings) + 1>;

constexpr Words English = {"Invoice", "Credit note", "Seller",   "Buyer",         "Issued on", "Due on",
                           "Order",   "Item",        "Quantity", "Unit price",    "Tax rate",  "Net",
                           "Tax",     "Base",        "Discount", "Charge",        "Subtotal",  "Tax",
                           "Total",   "Prepaid",     "To pay",   "To be paid to", "Findings"};
constexpr Words French = {"Facture",   "Avoir",       "Vendeur",  "Acheteur",      "Émise le", "Échéance",
                          "Commande",  "Désignation", "Quantité", "Prix unitaire", "Taux",     "Net",
                          "TVA",       "Base",        "Remise",   "Frais",         "Total HT", "TVA",
                          "Total TTC", "Déjà payé",   "À payer",  "À régler sur",  "Anomalies"};
constexpr Words German = {"Rechnung",   "Gutschrift", "Verkäufer",      "Käufer", "Ausgestellt am",
                          "Fällig am",  "Bestellung", "Bezeichnung",    "Menge",  "Einzelpreis",
                          "Steuersatz", "Netto",      "Steuer",         "Basis",  "Nachlass",
                          "Zuschlag",   "Netto",      "Steuer",         "Gesamt", "Bezahlt",
                          "Zu zahlen",  "Zahlbar an", "Auffälligkeiten"};

} // namespace

std::string_view wordIn(std::string_view language, Word word) {
    const Words& words = language.starts_with("fr") ? French : language.starts_with("de") ? German : English;
    return words[static_cast<std::size_t>(word)];
}

} // namespace svc::receiving

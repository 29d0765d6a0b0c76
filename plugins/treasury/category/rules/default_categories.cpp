#include "category/rules/default_categories.hpp"

namespace svc::treasury {

namespace {

constexpr DefaultCategory Categories[] = {
    {"owner_contribution", "Owner's contribution", "Apport de l'exploitant", "Privateinlage", "in", "108",
     "1041", "100", "0800", "2900"},
    {"owner_withdrawal", "Owner's withdrawal", "Prélèvement de l'exploitant", "Privatentnahme", "out", "108",
     "1043", "100", "0800", "2900"},
    {"rent", "Rent", "Loyer", "Miete", "out", "613", "6222", "61", "4210", "6310"},
    {"energy", "Energy and water", "Énergie et eau", "Energie und Wasser", "out", "6061", "6052", "61",
     "4240", "6325"},
    {"maintenance", "Maintenance", "Entretien", "Instandhaltung", "out", "615", "624", "61", "4800", "6850"},
    {"supplies", "Supplies", "Fournitures", "Bürobedarf", "out", "6064", "6055", "61", "4930", "6815"},
    {"telecom", "Telephone and internet", "Téléphone et internet", "Telefon und Internet", "out", "626",
     "628", "61", "4920", "6805"},
    {"insurance", "Insurance", "Assurance", "Versicherung", "out", "616", "625", "61", "4360", "6400"},
    {"travel", "Travel", "Déplacements", "Reisekosten", "out", "6251", "6181", "61", "4660", "6650"},
    {"advertising", "Advertising", "Publicité", "Werbung", "out", "623", "627", "61", "4600", "6600"},
    {"professional_fees", "Professional fees", "Honoraires", "Beratungskosten", "out", "6226", "6324", "61",
     "4950", "6825"},
    {"wages", "Wages", "Salaires", "Löhne und Gehälter", "out", "641", "661", "620", "4100", "6000"},
    {"interest", "Interest", "Intérêts", "Zinsen", "out", "661", "671", "650", "2100", "7300"},
    {"bank_fees", "Bank charges", "Frais bancaires", "Bankgebühren", "out", "627", "6318", "657", "4970",
     "6855"},
    {"other_income", "Other income", "Autres produits", "Sonstige Erträge", "in", "758", "7588", "743",
     "2700", "4830"},
    {"other_expense", "Other expense", "Autres charges", "Sonstige Aufwendungen", "out", "658", "6588", "644",
     "4900", "6300"},
    {Unclassified, "Unclassified", "Non classé", "Nicht zugeordnet", "both", "", "", "", "", ""},
};

} // namespace

std::span<const DefaultCategory> defaultCategories() {
    return Categories;
}

} // namespace svc::treasury

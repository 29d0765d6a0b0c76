#include "document/rules/wording.hpp"

namespace svc::stock {
namespace {

struct Texts {
    std::string_view en;
    std::string_view fr;
    std::string_view de;
};

constexpr Texts wordsOf(Text text) {
    switch (text) {
    case Text::GoodsSold:
        return {"Cost of goods sold", "Coût des marchandises vendues", "Wareneinsatz"};
    case Text::GoodsReturned:
        return {"Goods returned to stock", "Retour de marchandises en stock", "Warenrückgabe ins Lager"};
    case Text::GoodsReceived:
        return {"Goods received", "Réception de marchandises", "Wareneingang"};
    case Text::StockCount:
        return {"Stock count", "Inventaire physique", "Inventur"};
    case Text::OpeningStock:
        return {"Opening stock", "Stock initial", "Anfangsbestand"};
    case Text::ClosingStock:
        return {"Closing stock", "Stock final", "Endbestand"};
    case Text::StockAdjustment:
        break;
    }
    return {"Stock adjustment", "Ajustement de stock", "Bestandskorrektur"};
}

} // namespace

std::string_view wording(Text text, std::string_view language) {
    const Texts texts = wordsOf(text);
    return language == "fr" ? texts.fr : (language == "de" ? texts.de : texts.en);
}

} // namespace svc::stock

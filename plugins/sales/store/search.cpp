#include "store/search.hpp"

namespace svc::sales {

std::vector<std::string> wordsOf(const Sale& document) {
    std::string text = document.partnerId ? document.partnerName : std::string();
    for (const auto* part : {&document.externalId, &document.note}) {
        if (*part) {
            text += ' ' + **part;
        }
    }
    for (const SaleLine& line : document.lines) {
        text += ' ' + line.label;
    }
    std::vector<std::string> words = documentWords(text);
    addNumber(words, document.number);
    return words;
}

} // namespace svc::sales

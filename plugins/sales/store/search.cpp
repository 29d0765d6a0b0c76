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

std::optional<std::string> patternOf(const std::optional<std::string>& text) {
    if (!text) {
        return std::nullopt;
    }
    std::string pattern = "%";
    for (const char c : *text) {
        if (c == '%' || c == '_' || c == '\\') {
            pattern += '\\';
        }
        pattern += c;
    }
    return pattern + '%';
}

} // namespace svc::sales

#include "statement/rules/file_line.hpp"

#include <algorithm>

#include <svc/json_writer.hpp>
#include <svc/text.hpp>

#include "rules/text.hpp"

namespace svc::bank {

std::optional<std::string> keptText(const std::string& text, std::size_t characters) {
    const std::string clean = oneLine(text);
    return clean.empty() ? std::nullopt : std::optional<std::string>(utf8Prefix(clean, characters));
}

std::optional<std::string> keptReference(const std::string& text) {
    return isPlaceholder(text) ? std::nullopt : keptText(text);
}

std::string identityOf(const FileLine& line, Date booked) {
    const std::string amount = std::to_string(line.amount);
    if (!isPlaceholder(line.bankReference)) {
        return "R|" + squashed(line.bankReference) + '|' + std::to_string(line.detail) + '|' +
               booked.toString() + '|' + amount;
    }
    return "T|" + booked.toString() + '|' + (line.valueDate ? line.valueDate->toString() : "") + '|' +
           amount + '|' +
           folded(line.counterpartyName + ' ' + line.counterpartyAccount + ' ' + line.remittance + ' ' +
                  line.endToEndId + ' ' + line.reference + ' ' + line.creditorReference + ' ' +
                  line.mandateId + ' ' + line.originalAmount + ' ' + line.supplementary);
}

std::string labelOf(const FileLine& line) {
    constexpr std::size_t Longest = 2000;
    return keptText(line.remittance, Longest)
        .value_or(keptText(line.supplementary, Longest)
                      .value_or(keptText(line.counterpartyName).value_or(line.typeCode)));
}

std::vector<std::string> referencesOf(const FileLine& line) {
    std::vector<std::string> all;
    for (const std::string* text : {&line.creditorReference, &line.reference, &line.endToEndId}) {
        const auto one = keptReference(*text);
        if (one && std::find(all.begin(), all.end(), *one) == all.end()) {
            all.push_back(*one);
        }
    }
    return all;
}

std::optional<std::string> numberIn(std::string_view text) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find_first_of(" ,;:\n\t", at), text.size());
        const std::string_view word = text.substr(at, end - at);
        const bool letters = word.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ") != std::string_view::npos;
        if (letters && std::count_if(word.begin(), word.end(), isDigit) >= 3 && word.size() >= 5 &&
            word.size() <= 40) {
            return std::string(word);
        }
        at = end + 1;
    }
    return std::nullopt;
}

std::string detailsOf(const FileLine& line) {
    JsonWriter details;
    details.beginObject();
    const auto add = [&](const char* name, const std::string& text) {
        if (!text.empty()) {
            details.member(name, oneLine(text));
        }
    };
    add("remittance", line.remittance);
    add("entryReference", line.entryReference);
    add("customerReference", line.reference);
    add("mandateId", line.mandateId);
    add("creditorReference", line.creditorReference);
    add("originalAmount", line.originalAmount);
    add("returnReason", line.returnReason);
    add("typeCode", line.typeCode);
    add("supplementary", line.supplementary);
    if (line.reversal) {
        details.member("reversal", true);
    }
    details.endObject();
    return details.take();
}

} // namespace svc::bank

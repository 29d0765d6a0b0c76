#include "paper/address.hpp"

#include <unicode/locid.h>

namespace svc::paper {
namespace {

void addCountry(const einvoice::Address& address, std::string_view language,
                const std::optional<std::string>& homeCountry, std::vector<std::string>& lines) {
    if (address.country && address.country != homeCountry) {
        icu::UnicodeString name;
        icu::Locale("", address.country->c_str())
            .getDisplayCountry(icu::Locale(std::string(language).c_str()), name);
        lines.emplace_back();
        name.toUTF8String(lines.back());
    }
}

} // namespace

std::vector<std::string> addressLines(const einvoice::Address& address, std::string_view language,
                                      const std::optional<std::string>& homeCountry) {
    std::vector<std::string> lines;
    for (const auto& line : {address.line1, address.line2}) {
        if (line && !line->empty()) {
            lines.push_back(*line);
        }
    }
    if (address.country == "US") {
        std::string last = address.city.value_or("");
        for (const auto& [part, before] :
             {std::pair(address.region, ", "), std::pair(address.postalCode, " ")}) {
            last += part && !part->empty() ? (last.empty() ? "" : before) + *part : "";
        }
        if (!last.empty()) {
            lines.push_back(last);
        }
        addCountry(address, language, homeCountry, lines);
        return lines;
    }
    std::string city = address.postalCode.value_or("");
    if (address.city) {
        city += (city.empty() ? "" : " ") + *address.city;
    }
    if (!city.empty()) {
        lines.push_back(city);
    }
    if (address.region && !address.region->empty()) {
        lines.push_back(*address.region);
    }
    addCountry(address, language, homeCountry, lines);
    return lines;
}

} // namespace svc::paper

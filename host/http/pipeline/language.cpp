#include "host/http/pipeline/language.hpp"

#include "host/http/front/headers.hpp"

#include <svc/decimal.hpp>
#include <svc/text.hpp>

namespace svc::host::http {

namespace {

std::optional<std::string_view> supported(std::string_view tag) {
    const std::string_view primary = tag.substr(0, tag.find('-'));
    for (const std::string_view one : {"en", "fr", "de"}) {
        if (equalsIgnoreCase(primary, one)) {
            return one;
        }
    }
    return std::nullopt;
}

} // namespace

std::string chooseLanguage(std::optional<std::string_view> acceptLanguage, std::string_view fallback) {
    std::string_view best;
    Decimal bestQuality(0);
    for (const std::string_view part : split(acceptLanguage.value_or(""), ',')) {
        const std::size_t semicolon = part.find(';');
        const auto language = supported(trimBlanks(part.substr(0, semicolon)));
        Decimal quality(1);
        if (semicolon != std::string_view::npos) {
            const std::string_view weight = trimBlanks(part.substr(semicolon + 1));
            quality = weight.substr(0, 2) == "q=" ? Decimal::parse(weight.substr(2)).value_or(Decimal(0))
                                                  : Decimal(0);
        }
        if (language && quality > bestQuality) {
            best = *language;
            bestQuality = quality;
        }
    }
    if (best.empty()) {
        best = supported(fallback).value_or("en");
    }
    return std::string(best);
}

} // namespace svc::host::http

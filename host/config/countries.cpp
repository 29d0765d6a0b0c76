#include "host/config/countries.hpp"

#include "host/config/section_reader.hpp"
#include "host/config/settings_format.hpp"
#include "host/config/yaml_document.hpp"

#include <algorithm>

namespace svc::host::config {

namespace {

bool isCurrency(std::string_view text) {
    return Currency::parse(text).has_value();
}

bool isTimeZone(std::string_view text) {
    return text == "UTC" || text.find('/') != std::string_view::npos;
}

bool isLanguage(std::string_view text) {
    return text.size() == 2 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

std::optional<Decimal> readRate(SectionReader& section) {
    const YamlNode::Member* rate = section.member("taxRate");
    if (rate == nullptr || rate->value.isNull()) {
        return std::nullopt;
    }
    const std::optional<Decimal> value =
        rate->value.kind() == YamlNode::Kind::Number ? Decimal::parse(rate->value.text()) : std::nullopt;
    if (!value || value->sign() < 0 || *value > Decimal(100) || value->decimals() > 4) {
        section.refuse(*rate, rate->value.describe(),
                       "a percentage from 0 to 100 with at most 4 decimals, or null");
        return std::nullopt;
    }
    return value;
}

} // namespace

Countries Countries::load(const std::filesystem::path& path) {
    std::vector<Mistake> mistakes;
    const YamlDocument document = YamlDocument::parse(readFile(path), path.string(), Environment(), mistakes);
    SectionReader top(document.file(), &document.root(), "", mistakes);
    Countries result;
    const YamlNode::Member* list = top.member("countries");
    SectionReader countries(document.file(), list == nullptr ? nullptr : &list->value, "countries", mistakes);
    if (list != nullptr) {
        for (const YamlNode::Member& member : list->value.members()) {
            if (!matchesFormat(member.key, "country")) {
                countries.refuse(member, "an unknown key", "a country of ISO 3166-1 (FR)");
                continue;
            }
            SectionReader section(document.file(), &member.value, "countries." + member.key, mistakes);
            const std::optional<std::string> currency =
                section.text("currency", isCurrency, "a currency of ISO 4217");
            const std::optional<std::string> zone =
                section.text("timeZone", isTimeZone, "a time zone (Europe/Paris)");
            const std::optional<std::string> language =
                section.text("language", isLanguage, "a language (fr)");
            const std::optional<Decimal> rate = readRate(section);
            const std::optional<std::string> chart =
                section.text("chart", isNotEmpty, "a chart of accounts (PCG)");
            section.finish();
            if (currency && zone && language && chart) {
                result.countries_.emplace(
                    member.key, Country{member.key, Currency::of(*currency), *zone, *language, rate, *chart});
            } else {
                countries.refuse(member, "no complete country",
                                 "currency, timeZone, language, taxRate and chart");
            }
        }
    }
    top.finish();
    if (!mistakes.empty()) {
        throw ConfigError(std::move(mistakes));
    }
    return result;
}

const Country* Countries::find(std::string_view code) const noexcept {
    const auto found = countries_.find(code);
    return found == countries_.end() ? nullptr : &found->second;
}

} // namespace svc::host::config

#include "host/api/company_fields.hpp"

#include "host/auth/company_record.hpp"
#include "host/core/clock.hpp"
#include "host/openapi/codes.hpp"

#include <svc/decimal.hpp>
#include <svc/error.hpp>
#include <svc/text.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace svc::host::api {
namespace {

constexpr std::array<std::string_view, 5> Charts = {"SYSCOHADA", "PCMN", "PCG", "SKR03", "SKR04"};
/// Tax categories without tax (api 1.4).
constexpr std::array<std::string_view, 5> Untaxed = {"E", "AE", "K", "G", "O"};

template <std::size_t Count>
bool isOneOf(const std::array<std::string_view, Count>& list, std::string_view value) {
    return std::find(list.begin(), list.end(), value) != list.end();
}

/// The member of the body as trimmed text; nothing when it is absent or null.
std::optional<std::string> textOf(const Json& body, std::string_view name) {
    const Json* value = body.find(name);
    if (value != nullptr && !value->isNull() && !value->isString()) {
        throw fieldInvalid(name);
    }
    return body.optionalText(name);
}

std::string requiredText(const Json& body, std::string_view name) {
    const auto text = textOf(body, name);
    if (!text) {
        throw fieldInvalid(name);
    }
    return *text;
}

// These words are or may become path segments in the place of a company's slug: such a slug would have no
// public pages.
constexpr std::array<std::string_view, 7> ReservedSlugs = {"documents", "hooks",  "oauth", "console",
                                                           "companies", "public", "auth"};

bool isReserved(std::string_view slug) {
    return std::find(ReservedSlugs.begin(), ReservedSlugs.end(), slug) != ReservedSlugs.end();
}

bool isSlug(std::string_view text) {
    return !text.empty() && !isReserved(text) && text.size() <= 60 && text.front() != '-' &&
           text.back() != '-' &&
           text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string_view::npos;
}

bool isBic(std::string_view text) {
    const auto isLetter = [](char c) { return c >= 'A' && c <= 'Z'; };
    const auto isAlphanumeric = [&](char c) { return isLetter(c) || (c >= '0' && c <= '9'); };
    return (text.size() == 8 || text.size() == 11) && std::all_of(text.begin(), text.begin() + 6, isLetter) &&
           std::all_of(text.begin() + 6, text.end(), isAlphanumeric);
}

/// UTF-8 letters with diacritics, and the ASCII letters that replace them in a slug.
constexpr std::array<std::pair<std::string_view, std::string_view>, 16> Folded = {{
    {"àáâãåāăą", "a"},
    {"äæ", "ae"},
    {"çćčĉ", "c"},
    {"ďđð", "d"},
    {"èéêëēėęě", "e"},
    {"ğģ", "g"},
    {"ìíîïīįı", "i"},
    {"ł", "l"},
    {"ñńňņ", "n"},
    {"òóôõøō", "o"},
    {"öœ", "oe"},
    {"řŕ", "r"},
    {"šśșş", "s"},
    {"ùúûūůű", "u"},
    {"ü", "ue"},
    {"žźż", "z"},
}};

std::string_view folded(std::string_view letter) {
    for (const auto& [letters, ascii] : Folded) {
        if (letters.find(letter) != std::string_view::npos) {
            return ascii;
        }
    }
    return letter == "ß" ? "ss" : (letter == "ý" || letter == "ÿ" ? "y" : "-");
}

/// Turns Latin capitals with diacritics, U+00C0 to U+00DE, into small letters; leaves all else as it is.
std::string smallLetters(std::string_view text) {
    std::string result = lowerAscii(text);
    for (std::size_t i = 0; i + 1 < result.size(); ++i) {
        const auto second = static_cast<unsigned char>(result[i + 1]);
        if (result[i] == '\xC3' && second >= 0x80 && second <= 0x9E && second != 0x97) {
            result[i + 1] = static_cast<char>(second + 0x20);
        }
    }
    return result;
}

/// Copies the known members; the schema has checked their values.
Json datevRecord(const Json& body) {
    if (!body.isObject()) {
        return nullptr;
    }
    Json record = Json::object();
    for (const char* name : {"consultant", "client", "chart", "accountLength"}) {
        if (const Json* value = body.find(name)) {
            record.set(name, *value);
        }
    }
    return record;
}

Json accountingRecord(const Json& body, const Json& before) {
    Json record = before;
    for (const Json::Member& field : body.members()) {
        const std::string name = "accounting." + field.name;
        if (field.name == "siren" || field.name == "fiscalYearStart" || field.name == "inventory") {
            if (!field.value.isNull() && !field.value.isString()) {
                throw fieldInvalid(name);
            }
            record.set(field.name, Json(body.optionalText(field.name)));
        } else if (field.name == "datev") {
            record.set("datev", datevRecord(field.value));
        }
    }
    const auto siren = record.optionalText("siren");
    if (siren && (siren->size() != 9 || siren->find_first_not_of("0123456789") != std::string::npos)) {
        throw fieldInvalid("accounting.siren");
    }
    const std::string start = record.textOr("fiscalYearStart", "01-01");
    // 2025 is not a leap year, so 29 February is refused as the start of a fiscal year.
    if (start.size() != 5 || !Date::parse("2025-" + start)) {
        throw fieldInvalid("accounting.fiscalYearStart");
    }
    record.set("fiscalYearStart", Json(start));
    const std::string inventory = record.textOr("inventory", "perpetual");
    if (inventory != "perpetual" && inventory != "periodic") {
        throw fieldInvalid("accounting.inventory");
    }
    record.set("inventory", Json(inventory));
    return record;
}

void applySettings(Json& record, const Json& body, const CompanySettings& settings) {
    const Currency currency = Currency::of(record["currency"].text());
    for (const auto& [key, setting] : settings) {
        if (const Json* value = body.find(key)) {
            record.set(key, setting.stored(*value, currency));
        }
    }
}

void applyTaxes(Json& record, const Json& body) {
    if (body.contains("defaultTaxCategory")) {
        record.set("defaultTaxCategory", Json(requiredText(body, "defaultTaxCategory")));
    }
    const bool untaxed = isOneOf(Untaxed, record["defaultTaxCategory"].text());
    if (const Json* rate = body.find("defaultTaxRate")) {
        if (!rate->isNumber() || rate->decimal().sign() < 0 || rate->decimal() > Decimal(100) ||
            rate->decimal().decimals() > 4 || (untaxed && !rate->decimal().isZero())) {
            throw fieldInvalid("defaultTaxRate");
        }
        record.set("defaultTaxRate", Json(rate->decimal()));
    } else if (untaxed) {
        record.set("defaultTaxRate", Json(0));
    }
}

void applyIdentity(Json& record, const Json& body, const config::Countries& countries) {
    if (body.contains("name")) {
        record.set("name", Json(requiredText(body, "name")));
    }
    if (body.contains("slug")) {
        const std::string slug = requiredText(body, "slug");
        if (!isSlug(slug)) {
            throw fieldInvalid("slug");
        }
        record.set("slug", Json(slug));
    }
    if (body.contains("country")) {
        const std::string country = requiredText(body, "country");
        if (countries.find(country) == nullptr) {
            throw unknownName(400, "country-unsupported", country);
        }
        record.set("country", Json(country));
    }
    if (body.contains("currency")) {
        const std::string currency = requiredText(body, "currency");
        if (!Currency::parse(currency)) {
            throw unknownName(400, "currency-unsupported", currency);
        }
        record.set("currency", Json(currency));
    }
    if (body.contains("timeZone")) {
        const std::string zone = requiredText(body, "timeZone");
        if (!isTimeZone(zone)) {
            throw fieldInvalid("timeZone");
        }
        record.set("timeZone", Json(zone));
    }
    for (const char* name : {"legalName", "vatNumber", "registrationNumber", "peppolId", "email", "phone",
                             "iban", "bic", "contactName"}) {
        if (body.contains(name)) {
            record.set(name, Json(textOf(body, name)));
        }
    }
    if (const auto iban = record.optionalText("iban"); body.contains("iban") && iban && !isIban(*iban)) {
        throw fieldInvalid("iban");
    }
    if (const auto bic = record.optionalText("bic"); body.contains("bic") && bic && !isBic(*bic)) {
        throw fieldInvalid("bic");
    }
    if (body.contains("address")) {
        record.set("address", addressRecord(body["address"]));
    }
}

void applyRules(Json& record, const Json& body) {
    if (const Json* value = body.find("pricesIncludeTax")) {
        if (!value->isBoolean()) {
            throw fieldInvalid("pricesIncludeTax");
        }
        record.set("pricesIncludeTax", *value);
    }
    if (body.contains("language")) {
        record.set("language", Json(requiredText(body, "language")));
    }
    if (body.contains("paymentTermsDays")) {
        const auto days = body.optionalInteger("paymentTermsDays");
        if (!days || *days < 0 || *days > 3650) {
            throw fieldInvalid("paymentTermsDays");
        }
        record.set("paymentTermsDays", Json(*days));
    }
    if (body.contains("chart")) {
        const std::string chart = requiredText(body, "chart");
        if (!isOneOf(Charts, chart)) {
            throw unknownName(400, "chart-unknown", chart);
        }
        record.set("chart", Json(chart));
    }
    if (body.contains("lockDate")) {
        const auto date = textOf(body, "lockDate");
        if (date && !Date::parse(*date)) {
            throw fieldInvalid("lockDate");
        }
        record.set("lockDate", Json(date));
    }
}

} // namespace

bool isIban(std::string_view text) {
    if (text.size() < 15 || text.size() > 34) {
        return false;
    }
    // ISO 13616: the first four characters move to the end, letters count as two digits, and the number
    // modulo 97 must be 1.
    unsigned rest = 0;
    for (const char c : std::string(text.substr(4)) + std::string(text.substr(0, 4))) {
        if (c >= '0' && c <= '9') {
            rest = (rest * 10 + static_cast<unsigned>(c - '0')) % 97;
        } else if (c >= 'A' && c <= 'Z') {
            rest = (rest * 100 + static_cast<unsigned>(c - 'A') + 10) % 97;
        } else {
            return false;
        }
    }
    return rest == 1;
}

std::string slugOf(std::string_view name) {
    const std::string small = smallLetters(name);
    std::string slug;
    const auto append = [&](std::string_view letters) {
        if (letters != "-" || (!slug.empty() && slug.back() != '-')) {
            slug += letters;
        }
    };
    for (std::size_t i = 0; i < small.size();) {
        const auto lead = static_cast<unsigned char>(small[i]);
        const std::string_view rest = std::string_view(small).substr(i);
        const std::size_t length = std::max<std::size_t>(firstCodePoint(rest).length, 1);
        const std::string_view letter = rest.substr(0, length);
        const bool plain = (lead >= 'a' && lead <= 'z') || (lead >= '0' && lead <= '9');
        append(plain ? letter : (length == 2 ? folded(letter) : std::string_view("-")));
        i += length;
    }
    slug = slug.substr(0, 50);
    while (!slug.empty() && slug.back() == '-') {
        slug.pop_back();
    }
    return slug.empty() ? "company" : isReserved(slug) ? slug + "-1" : slug;
}

Json addressRecord(const Json& body) {
    if (body.isNull()) {
        return Json(nullptr);
    }
    Json address = Json::object();
    for (const char* name : {"line1", "line2", "postalCode", "city", "region", "country"}) {
        address.add(name, Json(body.optionalText(name)));
    }
    if (const auto country = address.optionalText("country"); country && !openapi::isCountryCode(*country)) {
        throw unknownName(400, "country-unsupported", *country);
    }
    return address;
}

Json newCompanyRecord(const config::Countries& countries, std::string_view country,
                      const CompanySettings& settings) {
    const config::Country* found = countries.find(country);
    if (found == nullptr) {
        throw ApiError(400, "country-unsupported", {country});
    }
    Json record = Json::object({{"name", nullptr},
                                {"country", found->code},
                                {"currency", found->currency.toString()},
                                {"timeZone", found->timeZone},
                                {"language", auth::supportedLanguage(found->language)},
                                {"pricesIncludeTax", true},
                                {"defaultTaxCategory", "S"},
                                {"defaultTaxRate", found->taxRate.value_or(Decimal())},
                                {"paymentTermsDays", 30},
                                {"chart", found->chart},
                                {"lockDate", nullptr},
                                {"accounting", Json::object({{"siren", nullptr},
                                                             {"fiscalYearStart", "01-01"},
                                                             {"inventory", "perpetual"},
                                                             {"datev", nullptr}})}});
    showSettings(record, Json::object(), found->currency, settings);
    return record;
}

void applyCompanyFields(Json& record, const Json& body, const config::Countries& countries,
                        const CompanySettings& settings) {
    applyIdentity(record, body, countries);
    applyTaxes(record, body);
    applyRules(record, body);
    applySettings(record, body, settings);
    if (const Json* accounting = body.find("accounting"); accounting != nullptr && accounting->isObject()) {
        record.set("accounting", accountingRecord(*accounting, record["accounting"]));
    }
}

void addCompanyFields(auth::SqlArgs& args, const Json& record, const CompanySettings& settings) {
    const auto text = [&](const char* name) { args.add(record.optionalText(name)); };
    const auto number = [&](const char* name) { args.add(record[name].numberText()); };
    for (const char* name : {"slug", "name", "legalName", "country", "currency", "timeZone", "language",
                             "vatNumber", "registrationNumber", "peppolId"}) {
        text(name);
    }
    args.add(record["address"]);
    for (const char* name : {"email", "phone", "iban", "bic", "contactName"}) {
        text(name);
    }
    args.add(record["pricesIncludeTax"].boolean());
    text("defaultTaxCategory");
    number("defaultTaxRate");
    number("paymentTermsDays");
    Json values = Json::object();
    for (const auto& [key, setting] : settings) {
        values.set(key, record[key]);
    }
    args.add(values);
    text("chart");
    text("lockDate");
    args.add(record["accounting"]);
}

} // namespace svc::host::api

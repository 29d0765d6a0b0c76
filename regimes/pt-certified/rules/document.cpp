#include "rules/document.hpp"

#include <algorithm>

#include <svc/currency.hpp>
#include <svc/money.hpp>
#include <svc/text.hpp>

namespace svc::pt_certified {
namespace {

constexpr std::size_t NifLength = 9;
constexpr std::size_t MostDigits = 18;

/// Builds the `*`-separated fields `name:value`; fields without a value are left out. A value has no `*`,
/// which would begin another field.
class Fields {
public:
    void add(std::string_view name, std::string_view given) {
        std::string value(given);
        std::erase(value, '*');
        if (!value.empty()) {
            text_ += (text_.empty() ? "" : "*") + std::string(name) + ':' + value;
        }
    }
    void add(std::string_view name, const std::optional<std::int64_t>& cents) {
        if (cents) {
            add(name, euros(*cents));
        }
    }
    /// Adds base and tax, under `digit` and the next digit.
    void add(char letter, int digit, const std::optional<Taxed>& taxed) {
        if (taxed) {
            add(letter + std::to_string(digit), taxed->base);
            add(letter + std::to_string(digit + 1), taxed->tax);
        }
    }
    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

} // namespace

std::optional<SeriesNumber> seriesOf(std::string_view number) {
    std::size_t start = number.size();
    while (start > 0 && isDigit(number[start - 1])) {
        --start;
    }
    const std::string_view digits = number.substr(start);
    std::string series(number.substr(0, start));
    std::erase_if(series, [](char c) { return c == '-' || c == '/' || c == ' '; });
    if (digits.empty() || digits.size() > MostDigits || series.empty()) {
        return std::nullopt;
    }
    return SeriesNumber{std::move(series), parseInt64(digits).value()};
}

std::string documentId(std::string_view type, const SeriesNumber& number) {
    return std::string(type) + ' ' + number.series + '/' + std::to_string(number.sequence);
}

std::string euros(std::int64_t cents) {
    return majorFromMinor(cents, Currency::of("EUR")).toFixed(2);
}

std::string messageOf(const std::string& date, const std::string& entryAt, const std::string& id,
                      std::int64_t gross, const std::string& previous) {
    return date + ';' + entryAt + ';' + id + ';' + euros(gross) + ';' + previous;
}

std::string printedOf(const std::string& signature) {
    std::string printed;
    for (const std::size_t place : {0U, 10U, 20U, 30U}) {
        printed += signature.at(place);
    }
    return printed;
}

bool isNif(std::string_view number) {
    if (number.size() != NifLength || !std::all_of(number.begin(), number.end(), isDigit)) {
        return false;
    }
    int sum = 0;
    for (std::size_t i = 0; i + 1 < NifLength; ++i) {
        sum += (number[i] - '0') * static_cast<int>(NifLength - i);
    }
    const int check = 11 - sum % 11;
    return (check > 9 ? 0 : check) == number.back() - '0';
}

std::string withoutPrefix(const std::string& vatNumber, std::string_view country) {
    const std::string_view prefix = country == "GR" ? "EL" : country;
    return vatNumber.starts_with(prefix) ? vatNumber.substr(prefix.size()) : vatNumber;
}

std::string qrOf(const QrFacts& facts) {
    Fields fields;
    fields.add("A", facts.issuer);
    fields.add("B", facts.buyer);
    fields.add("C", facts.buyerCountry);
    fields.add("D", facts.type);
    fields.add("E", facts.status);
    fields.add("F", facts.date);
    fields.add("G", facts.id);
    fields.add("H", facts.atcud);
    char letter = 'I';
    for (const Region& region : facts.regions) {
        fields.add(letter + std::string("1"), region.code);
        fields.add(letter + std::string("2"), region.exempt);
        fields.add(letter, 3, region.reduced);
        fields.add(letter, 5, region.intermediate);
        fields.add(letter, 7, region.normal);
        ++letter;
    }
    fields.add("L", facts.notSubject);
    fields.add("M", facts.stampDuty);
    fields.add("N", std::optional(facts.taxes));
    fields.add("O", std::optional(facts.gross));
    fields.add("P", facts.withheld);
    fields.add("Q", facts.printed);
    fields.add("R", facts.certificate);
    fields.add("S", facts.other);
    return fields.take();
}

} // namespace svc::pt_certified

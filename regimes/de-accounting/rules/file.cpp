#include "rules/file.hpp"

#include <algorithm>

#include <svc/money.hpp>

namespace svc::de_accounting {
namespace {

constexpr std::size_t DocumentLength = 36;
constexpr std::size_t TextLength = 60;
constexpr int RateDecimals = 6;

std::string compact(Date date) {
    std::string text = date.toString();
    text.erase(std::remove(text.begin(), text.end(), '-'), text.end());
    return text;
}

/// YYYYMMDDHHMMSSFFF of `2026-11-20T09:30:00.123Z`.
std::string compact(Instant instant) {
    std::string digits;
    for (const char c : instant.toString()) {
        if (c >= '0' && c <= '9') {
            digits += c;
        }
    }
    digits.resize(17, '0');
    return digits;
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        result += c;
        if (c == '"') {
            result += c;
        }
    }
    return result + '"';
}

std::string amountText(std::int64_t minor, Currency currency) {
    std::string text = majorFromMinor(minor, currency).toFixed(2);
    std::replace(text.begin(), text.end(), '.', ',');
    return text;
}

/// The exchange rate in foreign units for one unit of the books' currency. Nothing unless the format can
/// express it: 1 to 9999, and the converted amounts agree to the cent.
std::optional<std::string> rateText(const Posting& posting, Currency base) {
    if (!posting.foreignAmount || !posting.foreignCurrency || posting.foreignCurrency->digits() > 2) {
        return std::nullopt;
    }
    const Decimal foreign = majorFromMinor(*posting.foreignAmount, *posting.foreignCurrency);
    const Decimal own = majorFromMinor(posting.amount, base);
    const Decimal rate = Decimal::divide(foreign, own, RateDecimals);
    if (rate < Decimal(1) || rate >= Decimal(10000)) {
        return std::nullopt;
    }
    const Decimal back = Decimal::divide(foreign, rate, 2);
    if (back - own > *Decimal::parse("0.01") || own - back > *Decimal::parse("0.01")) {
        return std::nullopt;
    }
    std::string text = rate.toFixed(RateDecimals);
    std::replace(text.begin(), text.end(), '.', ',');
    return text;
}

bool isDocumentCharacter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("_$&%*+-/").find(c) != std::string_view::npos;
}

} // namespace

std::string fileHead(const Batch& batch) {
    const std::string nothing = quoted("");
    std::string out;
    const auto field = [&out](std::string_view text) {
        out += out.empty() ? "" : ";";
        out += text;
    };
    for (const std::string& text : {quoted("EXTF"),
                                    std::string("700"),
                                    std::string("21"),
                                    quoted("Buchungsstapel"),
                                    std::string("13"),
                                    compact(batch.created),
                                    std::string(),
                                    quoted("SV"),
                                    quoted("svc"),
                                    nothing,
                                    batch.consultant,
                                    batch.client,
                                    compact(batch.yearStart),
                                    std::to_string(batch.accountLength),
                                    compact(batch.from),
                                    compact(batch.to),
                                    quoted(batch.label),
                                    nothing,
                                    std::string("1"),
                                    std::string("0"),
                                    std::string("0"),
                                    quoted(batch.currency),
                                    std::string(),
                                    nothing,
                                    std::string(),
                                    std::string(),
                                    quoted(batch.chart),
                                    std::string(),
                                    std::string(),
                                    nothing,
                                    nothing}) {
        field(text);
    }
    out += "\r\n";
    for (std::size_t i = 0; i < ColumnCount; ++i) {
        out += i == 0 ? "" : ";";
        out += columns()[i].heading;
    }
    return windows1252(out + "\r\n");
}

void appendPosting(std::string& out, const Posting& posting, const Batch& batch) {
    const Currency base = Currency::of(batch.currency);
    std::array<std::string, ColumnCount + 1> fields;
    const auto rate = rateText(posting, base);
    const std::string amount = amountText(posting.amount, base);
    fields[1] = rate ? amountText(*posting.foreignAmount, *posting.foreignCurrency) : amount;
    fields[2] = posting.debit ? "S" : "H";
    if (rate) {
        fields[3] = posting.foreignCurrency->code();
        fields[4] = *rate;
        fields[5] = amount;
        fields[6] = batch.currency;
    }
    fields[7] = posting.account;
    fields[8] = posting.contra;
    fields[9] = posting.key;
    const std::string day = compact(posting.date);
    fields[10] = day.substr(6, 2) + day.substr(4, 2);
    fields[11] = posting.document;
    fields[14] = shortText(posting.text, TextLength);
    fields[21] = "Buchungsnummer";
    fields[22] = posting.entry;
    if (!rate && posting.foreignAmount && posting.foreignCurrency) {
        fields[23] = windows1252("Fremdwährung");
        fields[24] = majorFromMinor(*posting.foreignAmount, *posting.foreignCurrency)
                         .toFixed(posting.foreignCurrency->digits()) +
                     ' ' + std::string(posting.foreignCurrency->code());
    }
    fields[103] = posting.entryGuid;
    fields[114] = "0";
    for (std::size_t i = 1; i <= ColumnCount; ++i) {
        out += i == 1 ? "" : ";";
        out += columns()[i - 1].text ? quoted(fields[i]) : fields[i];
    }
    out += "\r\n";
}

std::string documentField(std::string_view number) {
    std::string result;
    for (const char c : windows1252(number)) {
        switch (c) {
        case '\xE4':
            result += "ae";
            break;
        case '\xF6':
            result += "oe";
            break;
        case '\xFC':
            result += "ue";
            break;
        case '\xC4':
            result += "AE";
            break;
        case '\xD6':
            result += "OE";
            break;
        case '\xDC':
            result += "UE";
            break;
        case '\xDF':
            result += "ss";
            break;
        case ' ':
            break;
        default:
            result += isDocumentCharacter(c) ? c : '-';
        }
    }
    // Keeps the end, where document numbers differ.
    return result.substr(result.size() - std::min(result.size(), DocumentLength));
}

std::string shortText(std::string_view text, std::size_t characters) {
    std::string result = windows1252(text);
    result.resize(std::min(result.size(), characters));
    for (char& c : result) {
        const auto byte = static_cast<unsigned char>(c);
        c = byte < 0x20 || byte == 0x7F ? ' ' : c;
    }
    return result;
}

} // namespace svc::de_accounting

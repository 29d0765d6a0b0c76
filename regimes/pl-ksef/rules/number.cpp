#include "rules/number.hpp"

#include <algorithm>
#include <array>

#include <svc/encoding.hpp>
#include <svc/text.hpp>

#include "sealing/sha256.hpp"

namespace svc::pl_ksef {
namespace {

constexpr std::size_t NipLength = 10;
constexpr std::size_t NumberLength = 35;
constexpr std::size_t SumAt = 33; // of the check digits; the dash stands before them

bool isHex(char c) {
    return isDigit(c) || (c >= 'A' && c <= 'F');
}
bool all(std::string_view text, bool (*is)(char)) {
    return std::all_of(text.begin(), text.end(), is);
}

std::string_view qrHost(Environment environment) {
    return environment == Environment::Production ? "qr.ksef.mf.gov.pl"
           : environment == Environment::Demo     ? "qr-demo.ksef.mf.gov.pl"
                                                  : "qr-test.ksef.mf.gov.pl";
}

/// dd-mm-yyyy
std::string dayText(Date date) {
    const std::string iso = date.toString();
    return iso.substr(8, 2) + '-' + iso.substr(5, 2) + '-' + iso.substr(0, 4);
}

std::string sha256Bytes(std::string_view file) {
    return hexDecode(sealing::sha256({file})).value();
}

} // namespace

std::string_view toText(Environment environment) {
    return environment == Environment::Production ? "production"
           : environment == Environment::Demo     ? "demo"
                                                  : "test";
}

Environment environmentNamed(std::string_view name) {
    return name == "production" ? Environment::Production
           : name == "demo"     ? Environment::Demo
                                : Environment::Test;
}

std::string_view apiAddress(Environment environment) {
    return environment == Environment::Production ? "https://api.ksef.mf.gov.pl/v2"
           : environment == Environment::Demo     ? "https://api-demo.ksef.mf.gov.pl/v2"
                                                  : "https://api-test.ksef.mf.gov.pl/v2";
}

bool isNip(std::string_view text) {
    constexpr std::array<int, NipLength - 1> Weights = {6, 5, 7, 2, 3, 4, 5, 6, 7};
    if (text.size() != NipLength || !all(text, isDigit) || text[0] == '0' || text.substr(1, 2) == "00") {
        return false;
    }
    int sum = 0;
    for (std::size_t i = 0; i < Weights.size(); ++i) {
        sum += Weights[i] * (text[i] - '0');
    }
    return sum % 11 == text.back() - '0';
}

std::optional<std::string> nipIn(std::string_view text) {
    std::string digits(text.starts_with("PL") ? text.substr(2) : text);
    std::erase_if(digits, [](char c) { return c == '-' || c == ' '; });
    return isNip(digits) ? std::optional(std::move(digits)) : std::nullopt;
}

std::string crc8(std::string_view text) {
    constexpr unsigned Polynomial = 0x07;
    constexpr std::string_view Digits = "0123456789ABCDEF";
    unsigned value = 0;
    for (const char c : text) {
        value ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) {
            value = (value & 0x80U) != 0 ? ((value << 1U) ^ Polynomial) & 0xFFU : (value << 1U) & 0xFFU;
        }
    }
    return {Digits[value >> 4U], Digits[value & 15U]};
}

bool isKsefNumber(std::string_view text) {
    if (text.size() != NumberLength || text[10] != '-' || text[19] != '-' || text[32] != '-') {
        return false;
    }
    const std::string day = std::string(text.substr(11, 4)) + '-' + std::string(text.substr(15, 2)) + '-' +
                            std::string(text.substr(17, 2));
    return all(text.substr(0, NipLength), isDigit) && Date::parse(day) && all(text.substr(20, 12), isHex) &&
           crc8(text.substr(0, SumAt - 1)) == text.substr(SumAt);
}

std::string digestOf(std::string_view file) {
    return base64UrlEncode(sha256Bytes(file));
}

std::string messageDigestOf(std::string_view file) {
    return base64Encode(sha256Bytes(file));
}

std::string invoiceLink(Environment environment, std::string_view nip, Date issued, std::string_view digest) {
    std::string link = "https://";
    link.append(qrHost(environment)).append("/invoice/").append(nip).append("/").append(dayText(issued));
    return link.append("/").append(digest);
}

std::string certificateText(Environment environment, std::string_view nip, std::string_view serial,
                            std::string_view digest) {
    std::string capitals(serial);
    for (char& c : capitals) {
        c = c >= 'a' && c <= 'f' ? static_cast<char>(c - 'a' + 'A') : c;
    }
    std::string text(qrHost(environment));
    text.append("/certificate/Nip/").append(nip).append("/").append(nip);
    return text.append("/").append(capitals).append("/").append(digest);
}

std::string certificateLink(std::string_view signedText, std::string_view signature) {
    return "https://" + std::string(signedText) + '/' + base64UrlEncode(signature);
}

} // namespace svc::pl_ksef

#include "host/config/settings_format.hpp"

#include <svc/currency.hpp>

#include <arpa/inet.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace svc::host::config {

namespace {

bool isFormatDigit(char c) noexcept {
    return c >= '0' && c <= '9';
}

bool isNumberUpTo(std::string_view text, int most) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return !text.empty() && text.size() <= 5 && isFormatDigit(text.front()) && error == std::errc{} &&
           end == text.data() + text.size() && value <= most;
}

bool isDate(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
        return false;
    }
    for (const std::size_t at : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U}) {
        if (!isFormatDigit(text[at])) {
            return false;
        }
    }
    const int year = std::stoi(std::string(text.substr(0, 4)));
    const int month = std::stoi(std::string(text.substr(5, 2)));
    const int day = std::stoi(std::string(text.substr(8, 2)));
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    const int days = month == 2                                                ? (leap ? 29 : 28)
                     : (month == 4 || month == 6 || month == 9 || month == 11) ? 30
                                                                               : 31;
    return month >= 1 && month <= 12 && day >= 1 && day <= days;
}

bool isEmail(std::string_view text) {
    const std::size_t at = text.find('@');
    return at != std::string_view::npos && at > 0 && at + 1 < text.size() &&
           text.find('@', at + 1) == std::string_view::npos &&
           std::none_of(text.begin(), text.end(),
                        [](char c) { return static_cast<unsigned char>(c) <= ' '; });
}

bool isHostName(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return isFormatDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '.' ||
               c == '_';
    });
}

} // namespace

bool isKnownFormat(std::string_view format) noexcept {
    return format == "date" || format == "email" || format == "uri" || format == "currency" ||
           format == "country";
}

bool matchesFormat(std::string_view text, std::string_view format) {
    if (format == "date") {
        return isDate(text);
    }
    if (format == "email") {
        return isEmail(text);
    }
    if (format == "uri") {
        return isUrl(text, "http") || isUrl(text, "https");
    }
    if (format == "currency") {
        return Currency::parse(text).has_value();
    }
    return format != "country" || (text.size() == 2 && std::all_of(text.begin(), text.end(), [](char c) {
                                       return c >= 'A' && c <= 'Z';
                                   }));
}

std::string nameOfFormat(std::string_view format) {
    if (format == "date") {
        return "a date (2026-11-20)";
    }
    if (format == "email") {
        return "an e-mail address";
    }
    if (format == "uri") {
        return "an address (https://…)";
    }
    return format == "currency" ? "a currency of ISO 4217 (EUR)" : "a country of ISO 3166-1 (FR)";
}

bool isIpAddress(std::string_view text) {
    const std::string address(text);
    in6_addr parsed{};
    return address.find('\0') == std::string::npos && (inet_pton(AF_INET, address.c_str(), &parsed) == 1 ||
                                                       inet_pton(AF_INET6, address.c_str(), &parsed) == 1);
}

bool isAddressOrNetwork(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) {
        return isIpAddress(text);
    }
    const std::string_view address = text.substr(0, slash);
    const int bits = address.find(':') == std::string_view::npos ? 32 : 128;
    return isIpAddress(address) && isNumberUpTo(text.substr(slash + 1), bits);
}

bool isPort(std::string_view text) {
    return isNumberUpTo(text, 65535) && text.find_first_not_of('0') != std::string_view::npos;
}

bool isHostAndPort(std::string_view text) {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || !isPort(text.substr(colon + 1))) {
        return false;
    }
    const std::string_view host = text.substr(0, colon);
    if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
        return isIpAddress(host.substr(1, host.size() - 2));
    }
    return isHostName(host);
}

bool isUrl(std::string_view text, std::string_view scheme) {
    if (text.substr(0, scheme.size()) != scheme || text.substr(scheme.size(), 3) != "://") {
        return false;
    }
    const std::string_view rest = text.substr(scheme.size() + 3);
    return !rest.empty() && rest.front() != '/' && std::none_of(rest.begin(), rest.end(), [](char c) {
        return static_cast<unsigned char>(c) <= ' ';
    });
}

} // namespace svc::host::config

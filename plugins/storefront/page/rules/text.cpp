#include "page/rules/text.hpp"

#include <array>
#include <utility>

namespace svc::storefront {
namespace {

/// Signs that everybody reads; other currencies show their code.
std::string_view signOf(Currency currency) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 8> Signs{{{"EUR", "€"},
                                                                                  {"USD", "$"},
                                                                                  {"GBP", "£"},
                                                                                  {"CHF", "CHF"},
                                                                                  {"XOF", "F CFA"},
                                                                                  {"XAF", "F CFA"},
                                                                                  {"TND", "DT"},
                                                                                  {"MAD", "DH"}}};
    for (const auto& [code, sign] : Signs) {
        if (currency.code() == code) {
            return sign;
        }
    }
    return currency.code();
}

/// Digits in groups of three.
std::string grouped(std::string_view digits, std::string_view separator) {
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) {
            text += separator;
        }
        text += digits[i];
    }
    return text;
}

std::string localised(std::string_view plain, std::string_view language) {
    const bool negative = plain.substr(0, 1) == "-";
    plain.remove_prefix(negative ? 1 : 0);
    const std::size_t point = plain.find('.');
    const std::string_view groups = language == "fr" ? "\u202F" : language == "de" ? "." : ",";
    std::string text = (negative ? "\u2212" : "") + grouped(plain.substr(0, point), groups);
    if (point != std::string_view::npos) {
        text += language == "en" ? '.' : ',';
        text += plain.substr(point + 1);
    }
    return text;
}

} // namespace

std::string moneyText(const Decimal& minor, Currency currency, std::string_view language) {
    std::string plain = minor.shifted(-currency.digits()).toString();
    // The currency's own decimals are always shown, those of a fine price when there are some.
    const std::size_t point = plain.find('.');
    std::size_t decimals = point == std::string::npos ? 0 : plain.size() - point - 1;
    const auto wanted = static_cast<std::size_t>(currency.digits());
    while (decimals > wanted && plain.back() == '0') {
        plain.pop_back();
        --decimals;
    }
    if (plain.back() == '.') {
        plain.pop_back();
    }
    if (decimals < wanted) {
        plain += (decimals == 0 ? "." : "") + std::string(wanted - decimals, '0');
    }
    const std::string number = localised(plain, language);
    const std::string_view sign = signOf(currency);
    if (language == "en" && sign.size() <= 3 && sign != currency.code()) {
        return std::string(sign) + number;
    }
    return number + "\u00A0" + std::string(sign);
}

std::string numberText(const Decimal& number, std::string_view language) {
    std::string plain = number.toString();
    if (plain.find('.') != std::string::npos) {
        plain.erase(plain.find_last_not_of('0') + 1);
        if (plain.back() == '.') {
            plain.pop_back();
        }
    }
    return localised(plain, language);
}

std::string dateText(Date date, std::string_view language) {
    constexpr std::array<std::string_view, 12> Months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                      "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::string text = date.toString();
    const std::string year = text.substr(0, 4);
    const std::string month = text.substr(5, 2);
    const std::string day = text.substr(8, 2);
    if (language == "fr") {
        return day + '/' + month + '/' + year;
    }
    if (language == "de") {
        return day + '.' + month + '.' + year;
    }
    return day + ' ' + std::string(Months[static_cast<std::size_t>(std::stoi(month)) - 1]) + ' ' + year;
}

} // namespace svc::storefront

#include "rules/letters.hpp"

#include <iterator>

namespace svc::bank {

namespace {

/// U+0430 to U+045F, the capitals of which are before them.
constexpr std::string_view Cyrillic[] = {
    "a", "b", "v",  "g", "d",  "e",  "zh", "z",  "i",  "y",    "k",  "l", "m", "n", "o",  "p",
    "r", "s", "t",  "u", "f",  "kh", "ts", "ch", "sh", "shch", "",   "y", "",  "e", "yu", "ya",
    "e", "e", "dj", "g", "ie", "dz", "i",  "i",  "j",  "lj",   "nj", "c", "k", "i", "u",  "dz"};
/// U+03B1 to U+03CE.
constexpr std::string_view Greek[] = {"a", "v", "g",  "d",  "e", "z", "i", "th", "i", "k",
                                      "l", "m", "n",  "x",  "o", "p", "r", "s",  "s", "t",
                                      "y", "f", "ch", "ps", "o", "i", "y", "o",  "y", "o"};

/// Capitals with an accent, U+0386 to U+038F.
constexpr std::string_view GreekCapitals[] = {"a", "", "e", "i", "i", "", "o", "", "y", "o"};

} // namespace

std::optional<std::string_view> latinOf(char32_t c) {
    if (c >= 0x300 && c < 0x370) {
        return "";
    }
    if (c >= 0x386 && c <= 0x38F) {
        return GreekCapitals[c - 0x386];
    }
    if (c == 0x390 || c == 0x3B0) {
        return c == 0x390 ? "i" : "y";
    }
    if (c >= 0x391 && c <= 0x3AB) {
        c += 0x20;
    } else if (c >= 0x3AC && c <= 0x3AF) {
        return c == 0x3AC ? "a" : c == 0x3AD ? "e" : "i";
    } else if (c >= 0x400 && c <= 0x40F) {
        c += 0x50;
    } else if (c >= 0x410 && c <= 0x42F) {
        c += 0x20;
    }
    if (c >= 0x3B1 && c < 0x3B1 + std::size(Greek)) {
        return Greek[c - 0x3B1];
    }
    if (c >= 0x430 && c < 0x430 + std::size(Cyrillic)) {
        return Cyrillic[c - 0x430];
    }
    switch (c) {
    case 0x490:
    case 0x491:
        return "g";
    case 0x218:
    case 0x219:
        return "s";
    case 0x21A:
    case 0x21B:
        return "t";
    default:
        return std::nullopt;
    }
}

} // namespace svc::bank

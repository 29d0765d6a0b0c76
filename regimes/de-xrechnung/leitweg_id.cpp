#include "leitweg_id.hpp"

#include <algorithm>

#include <svc/text.hpp>

namespace svc::de_xrechnung {
namespace {

bool isLetter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// What `c` adds to a number modulo 97.
int append(int rest, char c) {
    if (isDigit(c)) {
        return (rest * 10 + (c - '0')) % 97;
    }
    const int value = (c | 0x20) - 'a' + 10;
    return (rest * 100 + value) % 97;
}

} // namespace

bool isLeitwegId(std::string_view text) noexcept {
    const std::size_t first = text.find('-');
    const std::size_t last = text.rfind('-');
    if (first == std::string_view::npos || text.size() - last != 3) {
        return false;
    }
    const std::string_view coarse = text.substr(0, first);
    const std::string_view fine =
        first == last ? std::string_view() : text.substr(first + 1, last - first - 1);
    const std::string_view check = text.substr(last + 1);
    const auto fits = [](std::string_view part, std::size_t least, std::size_t most, auto isAllowed) {
        return part.size() >= least && part.size() <= most &&
               std::all_of(part.begin(), part.end(), isAllowed);
    };
    if (!fits(coarse, 2, 12, isDigit) || !fits(check, 2, 2, isDigit) ||
        (first != last && !fits(fine, 1, 30, [](char c) { return isDigit(c) || isLetter(c); }))) {
        return false;
    }
    int rest = 0;
    for (const std::string_view part : {coarse, fine, check}) {
        for (const char c : part) {
            rest = append(rest, c);
        }
    }
    return rest == 1;
}

} // namespace svc::de_xrechnung

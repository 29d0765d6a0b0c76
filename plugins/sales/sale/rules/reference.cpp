#include "sale/rules/reference.hpp"

#include <svc/text.hpp>

namespace svc::sales {
namespace {

constexpr std::size_t MaxReference = 21;

bool isCapital(char c) {
    return c >= 'A' && c <= 'Z';
}

} // namespace

int mod97(std::string_view text) {
    int remainder = 0;
    for (const char c : text) {
        remainder = isDigit(c) ? (remainder * 10 + (c - '0')) % 97 : (remainder * 100 + (c - 'A' + 10)) % 97;
    }
    return remainder;
}

std::string creditorReference(std::string_view number) {
    std::string reference;
    for (const char c : upperAscii(number)) {
        if (isDigit(c) || isCapital(c)) {
            reference += c;
        }
    }
    if (reference.size() > MaxReference) {
        // The counter is at the end of the number, so the end must be kept.
        reference.erase(0, reference.size() - MaxReference);
    }
    if (reference.empty()) {
        return {};
    }
    const int check = 98 - mod97(reference + "RF00");
    return std::string("RF") + static_cast<char>('0' + check / 10) + static_cast<char>('0' + check % 10) +
           reference;
}

} // namespace svc::sales

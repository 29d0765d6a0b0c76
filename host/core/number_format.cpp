#include "host/core/number_format.hpp"

#include <algorithm>
#include <functional>

namespace svc::host {
namespace {

bool isZeros(std::string_view field) {
    return !field.empty() && field.size() <= 18 &&
           std::all_of(field.begin(), field.end(), [](char c) { return c == '0'; });
}

std::string padded(std::int64_t number, std::size_t width) {
    std::string digits = std::to_string(number);
    return digits.size() < width ? std::string(width - digits.size(), '0') + digits : digits;
}

/// Calls `text` and `field` for the parts of the pattern; false when a brace is left open.
bool forEachPart(std::string_view pattern, const std::function<void(std::string_view)>& text,
                 const std::function<void(std::string_view)>& field) {
    while (!pattern.empty()) {
        const std::size_t open = pattern.find('{');
        text(pattern.substr(0, open));
        if (open == std::string_view::npos) {
            return true;
        }
        const std::size_t close = pattern.find('}', open);
        if (close == std::string_view::npos) {
            return false;
        }
        field(pattern.substr(open + 1, close - open - 1));
        pattern = pattern.substr(close + 1);
    }
    return true;
}

} // namespace

std::string formatNumber(std::string_view pattern, std::int64_t number, Date date,
                         std::string_view businessUnit) {
    const std::string day = date.toString(); // YYYY-MM-DD
    std::string result;
    forEachPart(
        pattern, [&](std::string_view text) { result += text; },
        [&](std::string_view field) {
            if (field == "YYYY") {
                result += day.substr(0, 4);
            } else if (field == "YY") {
                result += day.substr(2, 2);
            } else if (field == "MM") {
                result += day.substr(5, 2);
            } else if (field == "BU") {
                result += businessUnit;
            } else if (isZeros(field)) {
                result += padded(number, field.size());
            }
        });
    return result;
}

bool isNumberPattern(std::string_view pattern, bool perBusinessUnit) {
    int numbers = 0;
    bool unit = false;
    bool known = pattern.size() <= 60;
    const bool closed = forEachPart(
        pattern,
        [&](std::string_view text) {
            // A number is part of file names and of payment references.
            known = known && text.find_first_of("}\r\n\t\"") == std::string_view::npos;
        },
        [&](std::string_view field) {
            if (isZeros(field)) {
                ++numbers;
            } else if (field == "BU") {
                unit = true;
            } else {
                known = known && (field == "YYYY" || field == "YY" || field == "MM");
            }
        });
    return closed && known && numbers == 1 && (unit || !perBusinessUnit);
}

} // namespace svc::host

#include "host/core/number_format.hpp"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

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

constexpr std::string_view Unit = "{BU}";
constexpr std::string_view Digits = "0123456789";

/// One position in the numbers of a pattern: a character of `among`, or several of them when it repeats.
struct Sign {
    std::string_view among;
    bool repeats = false;
};

std::vector<Sign> signsOf(std::string_view pattern) {
    std::vector<Sign> signs;
    forEachPart(
        pattern,
        [&](std::string_view text) {
            for (std::size_t at = 0; at < text.size(); ++at) {
                signs.push_back({text.substr(at, 1)});
            }
        },
        [&](std::string_view field) {
            // Every other field has as many digits as letters; the counter may have more digits than its
            // field.
            signs.insert(signs.end(), field.size(), {Digits});
            if (isZeros(field)) {
                signs.back().repeats = true;
            }
        });
    return signs;
}

bool haveCommon(const Sign& one, const Sign& other) {
    return one.among.find_first_of(other.among) != std::string_view::npos;
}

std::string withField(std::string_view pattern, std::string_view field, std::string_view text) {
    std::string filled(pattern);
    for (std::size_t at = filled.find(field); at != std::string::npos; at = filled.find(field)) {
        filled.replace(at, field.size(), text);
    }
    return filled;
}

/// Number of positions in front of and behind the counter of the pattern.
std::pair<std::size_t, std::size_t> placeOf(std::string_view pattern) {
    const std::size_t open = pattern.find("{0");
    const std::size_t close = pattern.find('}', open);
    return {signsOf(pattern.substr(0, open)).size(), signsOf(pattern.substr(close + 1)).size()};
}

} // namespace

bool holdsUnit(std::string_view pattern) {
    return pattern.find(Unit) != std::string_view::npos;
}

std::string withUnit(std::string_view pattern, std::string_view code) {
    return withField(pattern, Unit, code);
}

std::string withYear(std::string_view pattern, int year) {
    const std::string digits = std::to_string(year);
    return withField(withField(pattern, "{YYYY}", digits), "{YY}", digits.substr(2));
}

bool numbersStandAlike(std::string_view one, std::string_view other) {
    return placeOf(one) == placeOf(other);
}

bool patternsMeet(std::string_view one, std::string_view other) {
    const std::vector<Sign> rows = signsOf(one);
    const std::vector<Sign> columns = signsOf(other);
    // reached[j] in round i: some text matches the first i positions of `one` and the first j of `other`.
    std::vector<bool> reached(columns.size() + 1);
    reached[0] = true;
    for (std::size_t i = 0;; ++i) {
        std::vector<bool> next(columns.size() + 1);
        for (std::size_t j = 0; j <= columns.size(); ++j) {
            if (!reached[j]) {
                continue;
            }
            const bool moreRows = i < rows.size();
            const bool moreColumns = j < columns.size();
            if (moreRows && moreColumns && haveCommon(rows[i], columns[j])) {
                next[j + 1] = true;
            }
            if (i > 0 && moreColumns && rows[i - 1].repeats && haveCommon(rows[i - 1], columns[j])) {
                reached[j + 1] = true;
            }
            if (j > 0 && moreRows && columns[j - 1].repeats && haveCommon(rows[i], columns[j - 1])) {
                next[j] = true;
            }
        }
        if (i == rows.size()) {
            return reached.back();
        }
        if (std::find(next.begin(), next.end(), true) == next.end()) {
            return false;
        }
        reached = std::move(next);
    }
}

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
            // Numbers become part of file names and payment references, so some characters are refused.
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

bool holdsYear(std::string_view pattern) {
    return pattern.find("{YYYY}") != std::string_view::npos || pattern.find("{YY}") != std::string_view::npos;
}

} // namespace svc::host

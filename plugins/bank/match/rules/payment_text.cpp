#include "match/rules/payment_text.hpp"

#include <algorithm>
#include <utility>

#include <svc/text.hpp>

#include "rules/text.hpp"

namespace svc::bank {

namespace {

/// Shorter numbers may occur in a text by chance.
constexpr std::size_t Telling = 7;

std::string_view withoutZeros(std::string_view digits) {
    return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
}

/// Groups of digits of a text, without the zeros before them.
std::vector<std::string_view> runsOf(std::string_view text) {
    std::vector<std::string_view> runs;
    for (std::size_t at = 0; at < text.size();) {
        if (!isDigit(text[at])) {
            ++at;
            continue;
        }
        const std::size_t start = at;
        while (at < text.size() && isDigit(text[at])) {
            ++at;
        }
        runs.push_back(withoutZeros(text.substr(start, at - start)));
    }
    return runs;
}

std::string pairOf(std::string_view first, std::string_view second) {
    return std::string(first) + '/' + std::string(second);
}

/// ISO 11649: the first four characters moved to the end, letters as 10 to 35, remainder 1 modulo 97.
bool isCreditorReference(std::string_view text) {
    if (text.size() < 5 || text.size() > 25 || !text.starts_with("RF")) {
        return false;
    }
    unsigned rest = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[(i + 4) % text.size()];
        rest = isDigit(c) ? (rest * 10 + static_cast<unsigned>(c - '0')) % 97
                          : (rest * 100 + static_cast<unsigned>(c - 'A') + 10) % 97;
    }
    return rest == 1;
}

} // namespace

PaymentText::PaymentText(std::string_view text) : squashed_(squashed(text)) {
    std::string word;
    for (const char c : std::string(text) + ' ') {
        const std::string one = squashed(std::string_view(&c, 1));
        if (!one.empty()) {
            word += one;
        } else if (!word.empty()) {
            words_.push_back(std::move(word));
            word.clear();
        }
    }
    for (std::size_t i = 0; i < words_.size(); ++i) {
        std::string joined;
        for (std::size_t j = i; j < std::min(words_.size(), i + 5); ++j) {
            joined += words_[j];
            whole_.insert(joined);
        }
    }
    const std::vector<std::string_view> runs = runsOf(text);
    const auto small = [&](std::size_t i) { return i < runs.size() && runs[i].size() <= 2; };
    for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
        // 2026-03-31 and 31.03.2026 12 are dates, not document numbers.
        const bool isDate = (small(i + 1) && small(i + 2)) || (i >= 2 && small(i - 1) && small(i - 2));
        if (!isDate) {
            runs_.insert(pairOf(runs[i], runs[i + 1]));
        }
    }
}

bool PaymentText::has(const std::string& number) const {
    if (number.size() < 2 || (number.size() < 4 && std::all_of(number.begin(), number.end(), isDigit))) {
        return false;
    }
    if (whole_.count(number) != 0) {
        return true;
    }
    if (number.size() < Telling) {
        return false;
    }
    for (std::size_t at = squashed_.find(number); at != std::string::npos;
         at = squashed_.find(number, at + 1)) {
        const std::size_t end = at + number.size();
        const bool cutsBefore = at > 0 && isDigit(squashed_[at - 1]) && isDigit(number.front());
        const bool cutsAfter = end < squashed_.size() && isDigit(squashed_[end]) && isDigit(number.back());
        if (!cutsBefore && !cutsAfter) {
            return true;
        }
    }
    return false;
}

bool PaymentText::hasSwapped(std::string number) const {
    for (std::size_t i = 0; i + 1 < number.size(); ++i) {
        if (isDigit(number[i]) && isDigit(number[i + 1]) && number[i] != number[i + 1]) {
            std::swap(number[i], number[i + 1]);
            if (has(number)) {
                return true;
            }
            std::swap(number[i], number[i + 1]);
        }
    }
    return false;
}

bool PaymentText::hasEnd(const std::string& number) const {
    return number.size() > 4 &&
           std::find(words_.begin(), words_.end(), number.substr(number.size() - 4)) != words_.end();
}

bool PaymentText::hasRuns(std::string_view number) const {
    const std::vector<std::string_view> runs = runsOf(number);
    return runs.size() >= 2 && runs[runs.size() - 2].size() >= 2 && !runs.back().empty() &&
           runs_.count(pairOf(runs[runs.size() - 2], runs.back())) != 0;
}

bool PaymentText::hasReference(std::string_view reference) const {
    const std::string full = squashed(reference);
    if (full.size() >= 6 && has(full)) {
        return true;
    }
    const std::string_view rest = isCreditorReference(full) ? std::string_view(full).substr(4) : full;
    const std::string core(withoutZeros(rest));
    if (core.size() < Telling) {
        return false;
    }
    for (std::size_t at = squashed_.find(core); at != std::string::npos; at = squashed_.find(core, at + 1)) {
        std::size_t start = at;
        while (start > 0 && squashed_[start - 1] == '0') {
            --start;
        }
        const std::size_t end = at + core.size();
        if (end < squashed_.size() && isDigit(squashed_[end]) && isDigit(core.back())) {
            continue;
        }
        if (start == 0 || !isDigit(squashed_[start - 1])) {
            return true;
        }
        for (std::size_t from = at - std::min(at, std::size_t{21}); from + 4 <= at; ++from) {
            if (isCreditorReference(std::string_view(squashed_).substr(from, end - from)) &&
                withoutZeros(std::string_view(squashed_).substr(from + 4, end - from - 4)) == core) {
                return true;
            }
        }
    }
    return false;
}

} // namespace svc::bank

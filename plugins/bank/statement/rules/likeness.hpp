#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace svc::bank {

/// What is compared of two lines with the same date and amount that files of different formats tell.
struct LineTraits {
    std::vector<std::string> references{}; ///< of the bank, the customer and the payer; squashed
    std::string endToEndId{};              ///< squashed; empty when there is none
    std::string account{};                 ///< of the other party; squashed
    std::vector<std::string> words{};      ///< of the name and the label; folded, in order, each once
    bool isBatch = false; ///< several payments in one line: each may be told with its own traits
};

/// The words of a text of four letters and more, or with a digit, folded, in order and each once.
std::vector<std::string> wordsOf(const std::string& text);

/// Do the two lines tell of one payment? In order of certainty.
enum class Likeness {
    Other,  ///< no: they name different payments or parties
    Unsure, ///< nothing in them tells
    Alike,  ///< the same account of the other party, or half of the words
    Same    ///< a reference in common
};
Likeness likenessOf(const LineTraits& one, const LineTraits& other);

/// Which stored line each line is, and which one it might be: places among the stored ones.
struct Pairing {
    std::vector<std::optional<std::size_t>> same;
    std::vector<std::optional<std::size_t>> possible;
};
/// Pairs the lines of a file with stored ones, surest pairs first. Each stored line is taken once: a file
/// that has one payment more than was stored has a new one. `sureOfUnsure`: that nothing tells against a pair
/// is enough, because the balances prove that the lines are the same.
Pairing pairLines(const std::vector<LineTraits>& lines, const std::vector<LineTraits>& stored,
                  bool sureOfUnsure);

} // namespace svc::bank

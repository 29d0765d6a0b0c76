#include <algorithm>

#include <svc/text.hpp>

#include "match/rules/matching.hpp"
#include "rules/text.hpp"

namespace svc::bank {

namespace {

/// Banks pass on 27 characters in one field.
constexpr std::size_t Passed = 27;

constexpr std::string_view Forms[] = {"gmbh", "ag",  "kg",   "ug",  "ohg", "gbr", "sarl", "sas",  "sa",
                                      "eurl", "bv",  "nv",   "ltd", "llc", "inc", "plc",  "corp", "co",
                                      "spa",  "srl", "sprl", "oy",  "ab",  "as",  "und",  "and",  "et"};

std::vector<std::string_view> wordsOf(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string_view word = text.substr(at, end - at);
        if (!word.empty() && std::find(std::begin(Forms), std::end(Forms), word) == std::end(Forms)) {
            words.push_back(word);
        }
        at = end + 1;
    }
    return words;
}

/// One letter differs, is missing or is swapped with its neighbour.
bool nearly(std::string_view a, std::string_view b) {
    if (a == b) {
        return true;
    }
    if (a.size() < 4 || b.size() < 4) {
        return false;
    }
    const auto [first, second] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    const std::string_view restA(first, a.end());
    const std::string_view restB(second, b.end());
    if (restA.size() == restB.size()) {
        const bool swapped = restA.size() >= 2 && restA[0] == restB[1] && restA[1] == restB[0] &&
                             restA.substr(2) == restB.substr(2);
        return swapped || restA.substr(1) == restB.substr(1);
    }
    return restA.size() == restB.size() + 1 ? restA.substr(1) == restB
                                            : restB.size() == restA.size() + 1 && restB.substr(1) == restA;
}

/// `architekturb` stands for `architekturbuero`.
bool shortens(std::string_view a, std::string_view b) {
    return std::min(a.size(), b.size()) >= 4 && (a.starts_with(b) || b.starts_with(a));
}

/// Share of the letters of the words that occur in the other name.
Certainty wordScore(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
    std::size_t all = 0;
    std::size_t found = 0;
    for (const std::string_view word : a) {
        all += word.size();
        const bool there = std::any_of(b.begin(), b.end(), [&](std::string_view other) {
            return nearly(word, other) || shortens(word, other);
        });
        found += there ? word.size() : 0;
    }
    return all == 0 ? 0 : static_cast<Certainty>(found) / static_cast<Certainty>(all);
}

std::vector<std::uint32_t> trigrams(const std::vector<std::string_view>& words) {
    std::string text = " ";
    for (const std::string_view word : words) {
        text += word;
        text += ' ';
    }
    text.resize(std::min(text.size(), Passed + 2));
    std::vector<std::uint32_t> found;
    for (std::size_t i = 0; i + 2 < text.size(); ++i) {
        found.push_back(static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])) << 16U |
                        static_cast<std::uint32_t>(static_cast<unsigned char>(text[i + 1])) << 8U |
                        static_cast<std::uint32_t>(static_cast<unsigned char>(text[i + 2])));
    }
    std::sort(found.begin(), found.end());
    return found;
}

Certainty trigramScore(const std::vector<std::uint32_t>& left, const std::vector<std::uint32_t>& right) {
    std::size_t both = 0;
    for (std::size_t i = 0, j = 0; i < left.size() && j < right.size();) {
        if (left[i] == right[j]) {
            ++both;
            ++i;
            ++j;
        } else {
            ++(left[i] < right[j] ? i : j);
        }
    }
    const std::size_t all = left.size() + right.size();
    return all == 0 ? 0 : 2 * static_cast<Certainty>(both) / static_cast<Certainty>(all);
}

/// Below this share of common trigrams, words are not compared in detail.
constexpr Certainty Unlike = 0.3;

} // namespace

struct NameMatcher::Spelling {
    explicit Spelling(std::string folded)
        : text(std::move(folded)), words(wordsOf(text)), trigrams(bank::trigrams(words)) {}
    std::string text;
    std::vector<std::string_view> words; ///< of `text`
    std::vector<std::uint32_t> trigrams;
};

NameMatcher::NameMatcher(std::string_view name) {
    spellings_.push_back(std::make_unique<Spelling>(folded(name)));
    if (std::string german = foldedGerman(name); german != spellings_.front()->text) {
        spellings_.push_back(std::make_unique<Spelling>(std::move(german)));
    }
}

NameMatcher::~NameMatcher() = default;

Certainty NameMatcher::operator()(std::string_view name) const {
    const auto similarity = [&](const Spelling& other) {
        Certainty best = 0;
        for (const auto& own : spellings_) {
            if (own->words.empty() || other.words.empty()) {
                continue;
            }
            const Certainty common = trigramScore(own->trigrams, other.trigrams);
            best = std::max(best, common);
            if (common >= Unlike && common < 1) {
                best = std::max(
                    best, std::min(wordScore(own->words, other.words), wordScore(other.words, own->words)));
            }
        }
        return best;
    };
    const Spelling plain(folded(name));
    const Certainty best = similarity(plain);
    const bool ascii =
        std::all_of(name.begin(), name.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    return ascii ? best : std::max(best, similarity(Spelling(foldedGerman(name))));
}

} // namespace svc::bank

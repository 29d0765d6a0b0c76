#include "statement/rules/likeness.hpp"

#include <algorithm>

#include "rules/text.hpp"

namespace svc::bank {
namespace {

/// Files cut long references.
constexpr std::size_t ShortestCut = 8;

bool isCutOf(const std::string& one, const std::string& other) {
    const std::size_t shared = std::min(one.size(), other.size());
    return one == other || (shared >= ShortestCut && one.compare(0, shared, other, 0, shared) == 0);
}

bool shareReference(const LineTraits& one, const LineTraits& other) {
    return std::any_of(one.references.begin(), one.references.end(), [&](const std::string& reference) {
        return std::find(other.references.begin(), other.references.end(), reference) !=
               other.references.end();
    });
}

/// Files of one bank write an account as an IBAN or as the number inside.
bool isSameAccount(const std::string& one, const std::string& other) {
    constexpr std::size_t ShortestNumber = 6;
    const std::string& longer = one.size() < other.size() ? other : one;
    const std::string& shorter = one.size() < other.size() ? one : other;
    return shorter.size() >= ShortestNumber && longer.find(shorter) != std::string::npos;
}

bool shareWords(const LineTraits& one, const LineTraits& other) {
    std::size_t shared = 0;
    for (const std::string& word : one.words) {
        shared += std::binary_search(other.words.begin(), other.words.end(), word) ? 1U : 0U;
    }
    return shared > 0 && shared * 2 >= std::min(one.words.size(), other.words.size());
}

bool isOther(const LineTraits& one, const LineTraits& other) {
    if (one.isBatch || other.isBatch) {
        return false;
    }
    return (!one.endToEndId.empty() && !other.endToEndId.empty() &&
            !isCutOf(one.endToEndId, other.endToEndId)) ||
           (isIban(one.account) && isIban(other.account) && one.account != other.account);
}

} // namespace

std::vector<std::string> wordsOf(const std::string& text) {
    const std::string plain = folded(text);
    std::vector<std::string> words;
    for (std::size_t at = 0; at < plain.size();) {
        const std::size_t end = std::min(plain.find(' ', at), plain.size());
        std::string word = plain.substr(at, end - at);
        if (word.size() >= 4 || word.find_first_of("0123456789") != std::string::npos) {
            words.push_back(std::move(word));
        }
        at = end + 1;
    }
    std::sort(words.begin(), words.end());
    words.erase(std::unique(words.begin(), words.end()), words.end());
    return words;
}

Likeness likenessOf(const LineTraits& one, const LineTraits& other) {
    if (isOther(one, other)) {
        return Likeness::Other;
    }
    if (shareReference(one, other) ||
        (!one.endToEndId.empty() && !other.endToEndId.empty() && isCutOf(one.endToEndId, other.endToEndId))) {
        return Likeness::Same;
    }
    return isSameAccount(one.account, other.account) || shareWords(one, other) ? Likeness::Alike
                                                                               : Likeness::Unsure;
}

Pairing pairLines(const std::vector<LineTraits>& lines, const std::vector<LineTraits>& stored,
                  bool sureOfUnsure) {
    Pairing pairing{.same = std::vector<std::optional<std::size_t>>(lines.size()),
                    .possible = std::vector<std::optional<std::size_t>>(lines.size())};
    std::vector<bool> taken(stored.size());
    const auto pair = [&](Likeness wanted, std::vector<std::optional<std::size_t>>& as) {
        for (std::size_t line = 0; line < lines.size(); ++line) {
            for (std::size_t to = 0; to < stored.size() && !pairing.same[line]; ++to) {
                if (!taken[to] && likenessOf(lines[line], stored[to]) == wanted) {
                    taken[to] = true;
                    as[line] = to;
                    break;
                }
            }
        }
    };
    pair(Likeness::Same, pairing.same);
    pair(Likeness::Alike, pairing.same);
    pair(Likeness::Unsure, sureOfUnsure ? pairing.same : pairing.possible);
    return pairing;
}

} // namespace svc::bank

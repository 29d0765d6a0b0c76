#include "match/rules/matching.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "match/rules/payment_text.hpp"
#include "rules/text.hpp"

namespace svc::bank {

namespace {

constexpr std::size_t MostListed = 12; ///< documents of which sums are tried
constexpr std::size_t MostInSum = 5;

/// A shortfall that may be bank fees on the way: at most 3.1 % of the balance.
bool isLittle(std::int64_t missing, std::int64_t balance) {
    return missing * 1000 <= balance * 31;
}

/// 1, 2 or 3 percent, to the cent.
bool isDiscount(std::int64_t missing, std::int64_t balance) {
    for (std::int64_t percent = 1; percent <= 3; ++percent) {
        const std::int64_t away = missing * 100 - balance * percent;
        if (away > -100 && away < 100) {
            return true;
        }
    }
    return false;
}

struct Candidate {
    std::size_t index = 0;
    std::string number;
    Certainty partner = 0; ///< likeness of the names; 1 when the account is known
    bool known = false;    ///< by the account
    bool structured = false;
    bool numbered = false;
    bool nearlyNumbered = false; ///< year and sequence of the number, without its letters or its zeros
};

class Search {
public:
    Search(const Payment& payment, const std::vector<OpenDocument>& documents)
        : payment_(payment), documents_(documents), text_(payment.text) {
        const NameMatcher matcher(payment.name);
        std::unordered_map<std::string_view, Certainty> names;
        all_.reserve(documents.size());
        const std::set<std::string> known(payment.knownPartners.begin(), payment.knownPartners.end());
        for (std::size_t i = 0; i < documents.size(); ++i) {
            const OpenDocument& document = documents[i];
            Candidate candidate;
            candidate.index = i;
            candidate.number = squashed(document.number);
            const std::string other = squashed(document.otherNumber);
            candidate.structured = text_.hasReference(document.reference);
            candidate.numbered = text_.has(candidate.number) || (other.size() >= 4 && text_.has(other));
            candidate.nearlyNumbered = !candidate.numbered && text_.hasRuns(document.number);
            const auto [name, fresh] = names.try_emplace(document.partnerName, 0);
            if (fresh) {
                name->second = matcher(document.partnerName);
            }
            candidate.known = known.count(document.partnerId) != 0;
            candidate.partner = candidate.known ? 1 : name->second;
            all_.push_back(std::move(candidate));
        }
    }

    std::vector<Suggestion> run() {
        byReference();
        byNearNumber();
        byPartner();
        std::stable_sort(found_.begin(), found_.end(),
                         [](const Suggestion& a, const Suggestion& b) { return a.score > b.score; });
        if (found_.size() > 10) {
            found_.resize(10);
        }
        return std::move(found_);
    }

private:
    const OpenDocument& of(const Candidate& candidate) const { return documents_[candidate.index]; }

    void add(const std::vector<const Candidate*>& set, std::int64_t writeOff, bool fee, Certainty score,
             std::vector<std::string> reasons) {
        Suggestion suggestion;
        std::int64_t left = payment_.amount - writeOff;
        std::vector<std::size_t> indexes;
        for (const Candidate* candidate : set) {
            const std::int64_t amount = std::min(left, of(*candidate).balance);
            if (amount <= 0) {
                return;
            }
            suggestion.parts.push_back({candidate->index, amount});
            indexes.push_back(candidate->index);
            left -= amount;
        }
        std::sort(indexes.begin(), indexes.end());
        if (left != 0 || !told_.insert(indexes).second) {
            return;
        }
        const bool partner = std::all_of(set.begin(), set.end(),
                                         [](const Candidate* one) { return one->partner >= AlikeNames; });
        const bool known =
            std::all_of(set.begin(), set.end(), [](const Candidate* one) { return one->known; });
        if (partner) {
            reasons.emplace_back(known ? "account" : "partner");
        }
        suggestion.writeOff = writeOff;
        suggestion.fee = fee;
        suggestion.score = std::min(score, 0.99);
        suggestion.reasons = std::move(reasons);
        found_.push_back(std::move(suggestion));
    }

    /// A payer with another name makes a match by number alone less certain.
    Certainty partnerBonus(const Candidate& candidate) const {
        if (candidate.partner >= AlikeNames) {
            return 0.03;
        }
        return payment_.name.empty() ? 0 : -0.02;
    }

    void byReference() {
        std::vector<const Candidate*> hits;
        for (const Candidate& candidate : all_) {
            if (candidate.structured || candidate.numbered) {
                hits.push_back(&candidate);
            }
        }
        if (hits.empty()) {
            return;
        }
        for (const Candidate* hit : hits) {
            if (of(*hit).balance == payment_.amount) {
                add({hit}, 0, false, (hit->structured ? 0.97 : 0.95) + partnerBonus(*hit),
                    {"amount", "reference"});
            }
        }
        addSum(hits, 0.95, {"amount", "reference", "several"});
        abbreviated(hits);
        if (hits.size() == 1) {
            nearAmount(*hits.front());
        } else {
            nearSum(hits);
        }
    }

    /// `RE-2025-0019+0020`: after a number in full, the others by their last four characters.
    void abbreviated(const std::vector<const Candidate*>& hits) {
        std::vector<const Candidate*> listed = hits;
        for (const Candidate& candidate : all_) {
            const bool relative = std::any_of(hits.begin(), hits.end(), [&](const Candidate* hit) {
                return of(*hit).partnerId == of(candidate).partnerId && !hit->number.empty() &&
                       candidate.number.size() == hit->number.size();
            });
            if (!candidate.structured && !candidate.numbered && relative && text_.hasEnd(candidate.number)) {
                listed.push_back(&candidate);
            }
        }
        if (listed.size() > hits.size()) {
            addSum(listed, 0.92, {"amount", "reference", "several"});
        }
    }

    /// The number matches and the amount does not: a fee, a discount, a partial payment, or an overpayment.
    void nearAmount(const Candidate& hit) {
        const std::int64_t balance = of(hit).balance;
        const std::int64_t missing = balance - payment_.amount;
        const Certainty bonus = hit.partner >= AlikeNames ? 0.1 : payment_.name.empty() ? 0 : -0.25;
        if (missing == 0) {
            return;
        }
        if (missing < 0) {
            const bool little = -missing * 2 <= balance;
            add({&hit}, -missing, false, (little ? 0.72 : 0.5) + bonus, {"reference", "overpaid"});
        } else if (isLittle(missing, balance)) {
            const bool percent = isDiscount(missing, balance);
            add({&hit}, -missing, !percent, 0.78 + bonus, {"reference", percent ? "discount" : "fee"});
        } else {
            add({&hit}, 0, false, 0.74 + bonus, {"reference", "part"});
        }
    }

    /// Several numbers of one partner, and an amount slightly below their sum.
    void nearSum(const std::vector<const Candidate*>& hits) {
        std::int64_t sum = 0;
        for (const Candidate* hit : hits) {
            if (of(*hit).partnerId != of(*hits.front()).partnerId) {
                return;
            }
            sum += of(*hit).balance;
        }
        const std::int64_t missing = sum - payment_.amount;
        if (missing > 0 && isLittle(missing, sum)) {
            const bool percent = isDiscount(missing, sum);
            add(hits, -missing, !percent, 0.8, {"reference", "several", percent ? "discount" : "fee"});
        }
    }

    void byNearNumber() {
        for (const Candidate& candidate : all_) {
            const bool exact = of(candidate).balance == payment_.amount;
            const bool other = !candidate.structured && !candidate.numbered;
            if (exact && other && (candidate.nearlyNumbered || text_.hasSwapped(candidate.number))) {
                add({&candidate}, 0, false, 0.86 + partnerBonus(candidate), {"amount", "number nearly"});
            } else if (exact && candidate.partner >= AlikeNames && text_.hasEnd(candidate.number)) {
                add({&candidate}, 0, false, 0.93, {"amount", "number nearly"});
            }
        }
    }

    /// No number: the partner's documents of exactly that amount, oldest due first, or a sum of them.
    void byPartner() {
        Certainty best = AlikeNames;
        for (const Candidate& candidate : all_) {
            best = std::max(best, candidate.partner);
        }
        std::map<std::string, std::vector<const Candidate*>> partners;
        for (const Candidate& candidate : all_) {
            // Among partners with similar names, the most similar one.
            if (candidate.partner >= best - NearlyAsAlike && candidate.partner >= AlikeNames &&
                timely(candidate)) {
                partners[of(candidate).partnerId].push_back(&candidate);
            }
        }
        for (auto& [id, documents] : partners) {
            std::sort(documents.begin(), documents.end(), [&](const Candidate* a, const Candidate* b) {
                return std::pair(of(*a).dueDate.days(), of(*a).number) <
                       std::pair(of(*b).dueDate.days(), of(*b).number);
            });
            const bool known = documents.front()->known;
            Certainty score = (known ? 0.88 : 0.8) + 0.06 * (documents.front()->partner - AlikeNames);
            for (const Candidate* document : documents) {
                if (of(*document).balance == payment_.amount) {
                    add({document}, 0, false, score, {"amount"});
                    score -= 0.08;
                }
            }
            addSum(documents, known ? 0.8 : 0.76, {"amount", "several"});
            discounted(documents);
        }
    }

    /// No number, and exactly one document of the partner whose balance less 1, 2 or 3 percent is the amount.
    void discounted(const std::vector<const Candidate*>& documents) {
        const Candidate* one = nullptr;
        for (const Candidate* document : documents) {
            const std::int64_t missing = of(*document).balance - payment_.amount;
            if (missing > 0 && isDiscount(missing, of(*document).balance)) {
                if (one != nullptr) {
                    return;
                }
                one = document;
            }
        }
        if (one != nullptr) {
            add({one}, payment_.amount - of(*one).balance, false, 0.66, {"discount"});
        }
    }

    /// Not issued after the payment, and not long overdue.
    bool timely(const Candidate& candidate) const {
        return of(candidate).date.days() <= payment_.date.days() &&
               of(candidate).dueDate.days() + 400 >= payment_.date.days();
    }

    /// All of the documents, or the one set of at most five, that adds up to the payment.
    void addSum(const std::vector<const Candidate*>& documents, Certainty score,
                const std::vector<std::string>& reasons) {
        if (documents.size() < 2) {
            return;
        }
        std::int64_t all = 0;
        for (const Candidate* document : documents) {
            all += of(*document).balance;
        }
        if (all == payment_.amount) {
            add(documents, 0, false, score, reasons);
            return;
        }
        const std::size_t count = std::min(documents.size(), MostListed);
        std::vector<std::vector<const Candidate*>> sums;
        for (std::uint32_t mask = 3; mask < (1U << count); ++mask) {
            const auto size = static_cast<std::size_t>(__builtin_popcount(mask));
            if (size < 2 || size > MostInSum) {
                continue;
            }
            std::int64_t sum = 0;
            std::vector<const Candidate*> set;
            for (std::size_t i = 0; i < count; ++i) {
                if ((mask & (1U << i)) != 0) {
                    sum += of(*documents[i]).balance;
                    set.push_back(documents[i]);
                }
            }
            if (sum == payment_.amount) {
                sums.push_back(std::move(set));
            }
        }
        // The smallest set, of the oldest documents; several sets are less certain.
        std::stable_sort(sums.begin(), sums.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
        Certainty certainty = sums.size() > 1 ? score - 0.1 : score;
        for (std::size_t i = 0; i < std::min<std::size_t>(sums.size(), 3); ++i, certainty -= 0.05) {
            add(sums[i], 0, false, certainty, reasons);
        }
    }

    const Payment& payment_;
    const std::vector<OpenDocument>& documents_;
    PaymentText text_;
    std::vector<Candidate> all_;
    std::set<std::vector<std::size_t>> told_;
    std::vector<Suggestion> found_;
};

} // namespace

std::vector<Suggestion> suggest(const Payment& payment, const std::vector<OpenDocument>& documents) {
    if (payment.amount <= 0 || documents.empty()) {
        return {};
    }
    return Search(payment, documents).run();
}

} // namespace svc::bank

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <svc/date.hpp>

namespace svc::bank {

/// An open document that a line may pay; amounts are positive minor units of the line's currency.
struct OpenDocument {
    std::string id;
    std::string number;
    std::string otherNumber; ///< that of the supplier
    std::string reference;   ///< structured creditor reference
    std::string partnerId;
    std::string partnerName;
    Date date;
    Date dueDate;
    std::int64_t balance = 0;
};

/// The data of a line that is used for matching.
struct Payment {
    std::int64_t amount = 0; ///< positive
    Date date;
    std::string text; ///< all that the bank passed on: purpose, references
    std::string name;
    std::vector<std::string> knownPartners; ///< those who used the same account before
};

/// How sure a guess is, or how alike two names are: from 0 to 1. In floating point because it only orders and
/// chooses suggestions; no amount is computed from it. Amounts are minor units in integers throughout.
using Certainty = double;

struct SuggestedPart {
    std::size_t document = 0; ///< index of the documents given
    std::int64_t amount = 0;
};

/// A set of documents that the line pays. The parts and the write-off add up to the line.
struct Suggestion {
    std::vector<SuggestedPart> parts;
    std::int64_t writeOff = 0; ///< negative when the payment is below the documents' balances
    bool fee = false;          ///< the write-off is a fee, not a discount or an overpayment
    Certainty score = 0;
    std::vector<std::string> reasons;
};

/// The documents that a payment settles, best first, at most 10. Prefers no suggestion to a wrong one.
std::vector<Suggestion> suggest(const Payment& payment, const std::vector<OpenDocument>& documents);

/// Names at least this similar mean the same partner.
constexpr Certainty AlikeNames = 0.62;
/// Among partners with similar names, only those whose similarity is within this distance of the best count.
constexpr Certainty NearlyAsAlike = 0.08;

/// Compares one name with many.
class NameMatcher {
public:
    explicit NameMatcher(std::string_view name);
    ~NameMatcher();
    NameMatcher(const NameMatcher&) = delete;
    NameMatcher& operator=(const NameMatcher&) = delete;
    /// How alike the two names are, from 0 to 1: accents and umlauts in either spelling, legal forms left
    /// out, swapped letters, cut and abbreviated words.
    Certainty operator()(std::string_view name) const;

private:
    struct Spelling;
    std::vector<std::unique_ptr<Spelling>> spellings_;
};

} // namespace svc::bank

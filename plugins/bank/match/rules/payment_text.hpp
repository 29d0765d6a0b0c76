#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace svc::bank {

/// The text of a payment, prepared for searching numbers and references.
class PaymentText {
public:
    explicit PaymentText(std::string_view text);

    /// A number (letters and digits alone) as whole words, or, when it is long enough to mean something,
    /// anywhere; never the beginning of a longer number.
    bool has(const std::string& number) const;
    /// Two neighbouring digits of the number swapped.
    bool hasSwapped(std::string number) const;
    /// The last four characters of the number as a word.
    bool hasEnd(const std::string& number) const;
    /// The last two groups of digits of a number one after the other, without the zeros before them:
    /// `2026/123` for `INV-2026-000123`. Not within a date.
    bool hasRuns(std::string_view number) const;
    /// A structured reference in any form: as it is, with zeros before it, or the national one (Belgian,
    /// Finnish, Norwegian, Swiss) inside an ISO 11649 one, on either side.
    bool hasReference(std::string_view reference) const;

private:
    std::string squashed_;
    std::vector<std::string> words_;
    std::unordered_set<std::string> whole_;
    std::unordered_set<std::string> runs_;
};

} // namespace svc::bank

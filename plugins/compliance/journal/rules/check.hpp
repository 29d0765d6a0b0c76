#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "journal/rules/entry.hpp"

namespace svc::compliance {

/// Where the journal is not what was sealed, and how.
struct JournalBreak {
    enum class Reason {
        Hash,    ///< the record was changed
        Link,    ///< it does not follow the one before: records changed places
        Gap,     ///< it is missing
        Document ///< the document says something else, or is not there
    };
    std::int64_t sequence = 0;
    Reason reason = Reason::Hash;

    bool operator==(const JournalBreak&) const = default;
};

/// Walks along the chain and stops at the first record that is wrong.
class JournalCheck {
public:
    /// Begins behind a record, at first behind none.
    JournalCheck(std::int64_t behind, std::string_view hash) : sequence_(behind), hash_(hash) {}

    /// What is wrong with the next record. After a break nothing is checked any more.
    std::optional<JournalBreak> next(const JournalEntry& entry);

    std::int64_t sequence() const noexcept { return sequence_; }
    const std::string& hash() const noexcept { return hash_; }

private:
    std::int64_t sequence_;
    std::string hash_;
};

} // namespace svc::compliance

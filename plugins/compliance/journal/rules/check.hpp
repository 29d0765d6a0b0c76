#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "journal/rules/entry.hpp"

namespace svc::compliance {

/// The place where the journal differs from what was sealed, and how.
struct JournalBreak {
    enum class Reason {
        Hash,     ///< the record was changed
        Link,     ///< it does not follow the one before: records were reordered
        Gap,      ///< it is missing
        Document, ///< the document differs, or does not exist
        Key       ///< its signature holds, and is by a key that this service does not have: nobody can tell
    };
    std::int64_t sequence = 0;
    Reason reason = Reason::Hash;
    std::string publicKey = {}; ///< base 64, the key of the reason `Key`; else empty

    bool operator==(const JournalBreak&) const = default;
};

/// Checks the chain record by record and stops at the first invalid one.
class JournalCheck {
public:
    /// Starts after the record with this sequence and hash; 0: at the beginning of the journal.
    JournalCheck(std::int64_t behind, std::string_view hash) : sequence_(behind), hash_(hash) {}

    /// Checks the next record. Returns nothing when it is valid, and always after a break.
    std::optional<JournalBreak> next(const JournalEntry& entry);

    std::int64_t sequence() const noexcept { return sequence_; }
    const std::string& hash() const noexcept { return hash_; }

private:
    std::int64_t sequence_;
    std::string hash_;
};

} // namespace svc::compliance

#include "journal/rules/check.hpp"

namespace svc::compliance {

std::optional<JournalBreak> JournalCheck::next(const JournalEntry& entry) {
    using Reason = JournalBreak::Reason;
    const std::int64_t wanted = sequence_ + 1;
    if (entry.sequence != wanted) {
        return JournalBreak{wanted, Reason::Gap};
    }
    if (entry.previousHash != hash_) {
        return JournalBreak{wanted, Reason::Link};
    }
    if (hashOf(entry) != entry.hash) {
        return JournalBreak{wanted, Reason::Hash};
    }
    sequence_ = wanted;
    hash_ = entry.hash;
    return std::nullopt;
}

} // namespace svc::compliance

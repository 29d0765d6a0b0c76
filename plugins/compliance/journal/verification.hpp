#pragma once

#include <optional>

#include "journal/rules/check.hpp"
#include "journal/store/records.hpp"

namespace svc::compliance {

/// What was found along the journal, or a part of it.
struct JournalVerdict {
    std::int64_t entries = 0;
    std::int64_t first = 0; ///< 0: there is none
    std::int64_t last = 0;
    std::string hash = std::string(beginningOfChain());
    std::optional<JournalBreak> brokenAt;
};

/// Computes the chain anew and compares it with its signatures and with the documents. Without a range all of
/// it, and whether the end is missing. Memory does not grow with the journal.
JournalVerdict verifyJournal(Call& call, const std::optional<JournalRange>& range = std::nullopt);

} // namespace svc::compliance

#pragma once

#include <optional>

#include "journal/rules/check.hpp"
#include "journal/store/records.hpp"

namespace svc::compliance {

/// The result of verifying the journal, or a part of it.
struct JournalVerdict {
    std::int64_t entries = 0;
    std::int64_t first = 0; ///< 0: no record
    std::int64_t last = 0;
    std::string hash = std::string(beginningOfChain());
    /// The first break. A key that is missing is told only where all else agrees.
    std::optional<JournalBreak> brokenAt;
};

/// Recomputes the chain and compares it with its signatures and with the documents. Without a range it covers
/// the whole journal and also checks that its end is not missing. Memory use does not grow with the journal.
JournalVerdict verifyJournal(Call& call, const std::optional<JournalRange>& range = std::nullopt);

} // namespace svc::compliance

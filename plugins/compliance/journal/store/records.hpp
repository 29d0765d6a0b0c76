#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <svc/call.hpp>

#include "journal/rules/entry.hpp"

namespace svc::compliance {

/// The end of the sealed journal of a company.
struct JournalHead {
    std::int64_t sequence = 0;
    std::string hash = std::string(beginningOfChain());
    std::int64_t lastEntry = 0; ///< sequence of the last existing record
    bool sealing = false;       ///< documents are recorded
    bool training = false;      ///< the records are marked: the regime is in test mode
};

/// shareJournal: transactions that record a document share this advisory lock. lockJournal: turning sealing
/// on or off takes it exclusively, so that every document is either committed before, or recorded.
void shareJournal(Call& call);
void lockJournal(Call& call);

/// For a company that never sealed: the start of the chain.
JournalHead journalHead(Call& call);
/// Under lockJournal().
void setSealing(Call& call, bool sealing, bool training);

/// Adds a record just before the commit, because the end of the chain is a hot row.
void appendLate(Call& call, const JournalRecord& record);
/// Adds it now; the end of the chain stays locked until the commit.
void appendNow(Call& call, const JournalRecord& record);

/// Records after a sequence, in their order.
std::vector<JournalEntry> journalEntries(Call& call, std::int64_t behind, std::int64_t limit);
/// Calls `use(page)` for the records after sequence `behind` up to `last` until it returns false.
void eachJournalPage(Call& call, std::int64_t behind, std::int64_t last,
                     const std::function<bool(const std::vector<JournalEntry>&)>& use);

/// Sequences of the records between two instants, both included; nothing when there are none.
struct JournalRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
};
std::optional<JournalRange> journalRange(Call& call, const std::optional<Instant>& from,
                                         const std::optional<Instant>& to);

/// A hash of the journal that the service signed.
struct JournalSeal {
    std::int64_t sequence = 0;
    std::string hash;
    std::string signedAt; ///< as in the signed text
    std::string publicKey;
    std::string signature;
};
void writeSeal(Call& call, const JournalSeal& seal);
/// The seals of records after a sequence, in their order.
std::vector<JournalSeal> sealsBehind(Call& call, std::int64_t sequence);
/// Sequence of the last signed record; 0: none.
std::int64_t lastSealed(Call& call);

} // namespace svc::compliance

#include "journal/verification.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "journal/store/documents.hpp"
#include "sealing/signature.hpp"

namespace svc::compliance {
namespace {

using Reason = JournalBreak::Reason;

/// Is a record of this kind compared with the current state of a document?
bool hasDocument(std::string_view kind) {
    constexpr std::array Without{kinds::SessionOpening, kinds::SessionClosing,    kinds::DrawerOpening,
                                 kinds::Reprint,        kinds::CreditNoteReprint, kinds::Closing,
                                 kinds::Settings};
    return std::find(Without.begin(), Without.end(), kind) == Without.end();
}

class Verification {
public:
    Verification(Call& call, JournalVerdict& verdict, std::int64_t behind)
        : call_(call), verdict_(verdict), check_(behind, hashBehind(behind)),
          seals_(sealsBehind(call, behind)), seal_(seals_.begin()) {}

    /// Returns false when an error was found.
    bool walk(std::int64_t behind, std::int64_t last) {
        eachJournalPage(call_, behind, last, [&](const std::vector<JournalEntry>& page) {
            const std::size_t sound = checkChain(page);
            checkDocuments({page.begin(), page.begin() + static_cast<std::ptrdiff_t>(sound)});
            return !verdict_.brokenAt;
        });
        if (!verdict_.brokenAt && check_.sequence() != last) {
            verdict_.brokenAt = JournalBreak{check_.sequence() + 1, Reason::Gap};
        }
        return !verdict_.brokenAt;
    }

    /// Checks that the last record is the one the head points to, that no signed record is missing, and that
    /// every document has a record.
    void checkEnd(const JournalHead& head) {
        const bool isSigned = seal_ != seals_.end();
        if (head.sequence < check_.sequence()) {
            verdict_.brokenAt = JournalBreak{head.sequence + 1, Reason::Link};
        } else if (head.hash != check_.hash()) {
            verdict_.brokenAt = JournalBreak{check_.sequence(), Reason::Hash};
        } else if (isSigned || (recordedSince_ && hasUnrecorded(call_, *recordedSince_))) {
            verdict_.brokenAt = JournalBreak{check_.sequence() + 1, Reason::Gap};
        }
    }

    /// The first signature by a key that this service does not have.
    const std::optional<JournalBreak>& missingKey() const { return missingKey_; }

private:
    std::string hashBehind(std::int64_t behind) {
        const std::vector<JournalEntry> before =
            behind == 0 ? std::vector<JournalEntry>() : journalEntries(call_, behind - 1, 1);
        return before.empty() ? std::string(beginningOfChain()) : before.front().hash;
    }

    /// Returns how many records at the start of the page are as they were sealed.
    std::size_t checkChain(const std::vector<JournalEntry>& page) {
        for (std::size_t i = 0; i < page.size(); ++i) {
            verdict_.brokenAt = check_.next(page[i]);
            if (!verdict_.brokenAt && (!agreesWithSeal(page[i]) || !noteSettings(page[i].record))) {
                verdict_.brokenAt = JournalBreak{page[i].sequence, Reason::Hash};
            }
            if (verdict_.brokenAt) {
                return i;
            }
            verdict_.first = verdict_.first == 0 ? page[i].sequence : verdict_.first;
            verdict_.last = page[i].sequence;
            verdict_.hash = page[i].hash;
            ++verdict_.entries;
        }
        return page.size();
    }

    /// Is the record what was signed? Notes the first key that this service does not have.
    bool agreesWithSeal(const JournalEntry& entry) {
        if (seal_ == seals_.end() || seal_->sequence != entry.sequence) {
            return true;
        }
        const JournalSeal& seal = *seal_++;
        const auto signatory = sealing::signatoryOf(call_, calls::host::secretsVerify,
                                                    headText(seal.sequence, seal.hash, seal.signedAt),
                                                    {seal.publicKey, seal.signature});
        if (signatory == sealing::Signatory::AnotherKey && !missingKey_) {
            missingKey_ = JournalBreak{entry.sequence, Reason::Key, seal.publicKey};
        }
        return seal.hash == entry.hash && signatory != sealing::Signatory::Nobody;
    }

    /// Notes since when documents are recorded, from the record that turned sealing on. False when it is
    /// unreadable.
    bool noteSettings(const JournalRecord& record) try {
        if (record.kind == kinds::Settings) {
            const Json data = Json::parse(record.data);
            if (!data["sealing"].boolean()) {
                recordedSince_.reset();
            } else if (const auto since = data.optionalText("since")) {
                recordedSince_ = Instant::parse(*since);
            }
        }
        return true;
    } catch (const JsonError&) {
        return false;
    }

    /// Does the record say what the document says?
    static bool isRecorded(SealedDocument& document, const JournalRecord& record) {
        const bool training = isTraining(record);
        return recordedData(std::move(document.data), training) == record.data ||
               (document.earlierData &&
                recordedData(*std::move(document.earlierData), training) == record.data);
    }

    /// Compares each record with its document as it is now. Any break of the chain comes after these records.
    void checkDocuments(const std::vector<JournalEntry>& entries) {
        std::map<std::pair<std::string, std::string>, SealedDocument> documents;
        for (SealedDocument& document : documentsOf(call_, entries)) {
            std::pair<std::string, std::string> key(document.kind, document.document);
            documents.emplace(std::move(key), std::move(document));
        }
        for (const JournalEntry& entry : entries) {
            const JournalRecord& record = entry.record;
            if (!hasDocument(record.kind)) {
                continue;
            }
            const auto found = documents.find({record.kind, record.document});
            if (found == documents.end() || found->second.number != record.number ||
                !isRecorded(found->second, record)) {
                verdict_.brokenAt = JournalBreak{entry.sequence, Reason::Document};
                return;
            }
        }
    }

    Call& call_;
    JournalVerdict& verdict_;
    JournalCheck check_;
    std::vector<JournalSeal> seals_;
    std::vector<JournalSeal>::const_iterator seal_;
    std::optional<Instant> recordedSince_;
    std::optional<JournalBreak> missingKey_;
};

} // namespace

JournalVerdict verifyJournal(Call& call, const std::optional<JournalRange>& range) {
    const std::int64_t behind = range ? range->first - 1 : 0;
    JournalVerdict verdict;
    // Read the signatures before the end of the journal, because the journal grows meanwhile.
    Verification verification(call, verdict, behind);
    const JournalHead head = journalHead(call);
    if (verification.walk(behind, range ? range->last : std::max(head.sequence, head.lastEntry)) && !range) {
        verification.checkEnd(head);
    }
    if (!verdict.brokenAt) {
        verdict.brokenAt = verification.missingKey();
    }
    return verdict;
}

} // namespace svc::compliance

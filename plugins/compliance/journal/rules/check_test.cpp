#include "journal/rules/check.hpp"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

namespace svc::compliance {
namespace {

using Reason = JournalBreak::Reason;

class JournalChain : public ::testing::Test {
protected:
    JournalChain() {
        for (int i = 1; i <= 5; ++i) {
            add("INV-" + std::to_string(i));
        }
    }

    void add(const std::string& number) {
        JournalEntry entry;
        entry.sequence = static_cast<std::int64_t>(entries_.size()) + 1;
        entry.record = {Instant::parse("2026-11-20T09:12:01.004Z").value(), std::string(kinds::Invoice),
                        "01890a5d-ac96-774b-bcce-b302099a8057", number, R"({"total":27600})"};
        entry.previousHash = entries_.empty() ? std::string(beginningOfChain()) : entries_.back().hash;
        entry.hash = hashOf(entry);
        entries_.push_back(entry);
    }
    std::optional<JournalBreak> checked() const {
        JournalCheck check(0, beginningOfChain());
        for (const JournalEntry& entry : entries_) {
            if (const auto found = check.next(entry)) {
                return found;
            }
        }
        return std::nullopt;
    }
    std::optional<JournalBreak> after(const std::function<void(JournalEntry&)>& change) {
        const JournalEntry before = entries_[2];
        change(entries_[2]);
        const auto found = checked();
        entries_[2] = before;
        return found;
    }

    std::vector<JournalEntry> entries_;
};

TEST_F(JournalChain, HashesTheCanonicalJsonOfTheRecord) {
    // printf '%s' '{"at":…,"previousHash":"<64 zeros>","sequence":1}' | sha256sum
    EXPECT_EQ(
        beginningOfSealed(entries_[0].record),
        R"({"at":"2026-11-20T09:12:01.004Z","data":{"total":27600},)"
        R"("documentId":"sal_01h455vb4pex5vsknk084sn02q","kind":"invoice","number":"INV-1","previousHash":")");
    EXPECT_EQ(entries_[0].hash, "d37ccaedb7ad3a5b6d9fff820b3570ffe12ee76ef021c99011a150293041e59f");
    EXPECT_EQ(checked(), std::nullopt);
}

TEST_F(JournalChain, NamesARecordOfWhichAnyColumnWasChanged) {
    const JournalBreak changed{3, Reason::Hash};
    EXPECT_EQ(after([](JournalEntry& one) { one.record.at = one.record.at + Instant::Minute; }), changed);
    EXPECT_EQ(after([](JournalEntry& one) { one.record.kind = kinds::Ticket; }), changed);
    EXPECT_EQ(after([](JournalEntry& one) { one.record.document.back() = '8'; }), changed);
    EXPECT_EQ(after([](JournalEntry& one) { one.record.number = "INV-7"; }), changed);
    EXPECT_EQ(after([](JournalEntry& one) { one.record.number.reset(); }), changed);
    EXPECT_EQ(after([](JournalEntry& one) { one.record.data = R"({"total":1})"; }), changed);
    EXPECT_EQ(after([](JournalEntry& one) { one.hash.front() = 'x'; }), changed);
    EXPECT_EQ(after([](JournalEntry& one) { one.previousHash.front() = 'x'; }),
              (JournalBreak{3, Reason::Link}));
    EXPECT_EQ(after([](JournalEntry& one) { one.sequence = 9; }), (JournalBreak{3, Reason::Gap}));
}

TEST_F(JournalChain, NamesARecordThatFollowsAnotherOneThanItsOwn) {
    // Recomputing the hash of a changed record breaks the link of the next one.
    EXPECT_EQ(after([](JournalEntry& one) {
                  one.record.data = R"({"total":1})";
                  one.hash = hashOf(one);
              }),
              (JournalBreak{4, Reason::Link}));
    std::swap(entries_[1], entries_[2]);
    std::swap(entries_[1].sequence, entries_[2].sequence);
    EXPECT_EQ(checked(), (JournalBreak{2, Reason::Link}));
}

TEST_F(JournalChain, NamesARecordThatIsMissing) {
    entries_.erase(entries_.begin() + 2);
    EXPECT_EQ(checked(), (JournalBreak{3, Reason::Gap}));
    entries_.erase(entries_.begin());
    EXPECT_EQ(checked(), (JournalBreak{1, Reason::Gap}));
}

TEST_F(JournalChain, GivesRecordsAnIdentifierThatFollowsFromThem) {
    EXPECT_EQ(idOf(entries_[0]), idOf(entries_[0]));
    EXPECT_NE(idOf(entries_[0]), idOf(entries_[1]));
    EXPECT_EQ(idOf(entries_[0]).uuid().toString().substr(0, 15), "01a1f83a-1eec-7");
}

TEST(HeadText, SaysWhatIsSigned) {
    EXPECT_EQ(headText(7, "abc", "2026-11-20T09:12:01.004Z"),
              "svc fiscal journal 1\n7\nabc\n2026-11-20T09:12:01.004Z");
}

} // namespace
} // namespace svc::compliance

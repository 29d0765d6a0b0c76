#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>
#include <svc/enum_texts.hpp>

#include "rules/message.hpp"
#include "rules/record.hpp"

namespace svc::verifactu {

/// Where a company's chain ends.
struct ChainEnd {
    std::int64_t sequence = 0;
    std::optional<Previous> last;
    std::optional<Instant> sendingUntil;
    std::optional<Instant> waitUntil;
    std::optional<Instant> messageAt;
};

enum class RecordState { Pending, Accepted, Rejected };
/// As they are kept.
inline constexpr EnumTexts<RecordState, 3> RecordStateTexts{{"pending", "accepted", "rejected"}};
constexpr std::string_view toText(RecordState state) {
    return RecordStateTexts.textOf(state);
}
constexpr bool fromText(std::string_view text, RecordState& to) {
    return RecordStateTexts.read(text, to);
}

/// A record as it is kept.
struct Record {
    std::int64_t sequence = 0;
    std::string document = {};
    bool annulment = false;
    InvoiceId invoice = {};
    std::string total = {}; ///< as it is in the record; empty for an annulment
    std::string hash = {};
    std::string xml = {};
    std::optional<std::string> submission = {};
    RecordState state = RecordState::Pending;
    std::optional<std::string> code = {};
    std::optional<std::string> message = {};
    std::optional<std::string> csv = {};
};

/// Lets the next query of the transaction bring what lockChain() will ask, and lock it.
void askChain(Call& call);
/// The end of the chain, locked until the transaction ends: records follow each other.
ChainEnd lockChain(Call& call);
/// Until when no message may leave: the agency wants a pause, or one is under way. Nothing when one may.
std::optional<Instant> pauseEnd(Call& call, const ChainEnd& end);
/// When the message leaves that takes along what is sealed now: a submission that is pending will begin it.
/// Nothing when there is none, or it is so late that nobody should rely on it.
std::optional<Instant> messageAt(Call& call, const ChainEnd& end);
/// A submission of a record will begin a message then.
void arrangeMessage(Call& call, Instant at);
/// The record becomes the end of the chain.
void append(Call& call, const Record& record);

/// The newest record of a document.
std::optional<Record> findRecord(Call& call, std::string_view document, bool annulment);
void claim(Call& call, const Record& record, std::string_view submission);
/// What was not answered yet, in the order of the chain.
std::vector<Record> pendingRecords(Call& call);

/// A message begins: what is sealed from now on needs another one.
void markSending(Call& call, Instant until);
/// The message has ended. `waitUntil`: when the next one may follow. A message that was arranged meanwhile is
/// arranged no more: the record that arranged it may have gone out in this one.
void markSent(Call& call, const std::optional<Instant>& waitUntil);
void saveAnswer(Call& call, Record& record, const RecordAnswer& answer, const std::string& csv);

/// 2026-11-20T10:12:01+01:00, in the time zone of the company.
std::string localTime(Call& call);

} // namespace svc::verifactu

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>
#include <svc/enum_texts.hpp>

#include "rules/message.hpp"
#include "rules/record.hpp"

namespace svc::es_verifactu {

/// The end of a company's chain.
struct ChainEnd {
    std::int64_t sequence = 0;
    std::optional<Previous> last;
    std::optional<Instant> sendingUntil;
    std::optional<Instant> waitUntil;
    std::optional<Instant> messageAt;
};

enum class RecordState { Pending, Accepted, Rejected };
/// As stored in the database.
inline constexpr EnumTexts<RecordState, 3> RecordStateTexts{{"pending", "accepted", "rejected"}};
constexpr std::string_view toText(RecordState state) {
    return RecordStateTexts.textOf(state);
}
constexpr bool fromText(std::string_view text, RecordState& to) {
    return RecordStateTexts.read(text, to);
}

/// A record as it is stored.
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

/// Prefetches and locks the row that lockChain() reads, in the next round trip of the transaction.
void askChain(Call& call);
/// The end of the chain, locked until the transaction ends, so that records are appended one at a time.
ChainEnd lockChain(Call& call);
/// Until when no message may be sent: the agency demands a pause, or a message is being sent. Nothing when
/// one may be sent now.
std::optional<Instant> pauseEnd(Call& call, const ChainEnd& end);
/// The time at which a pending submission will send the message that includes records sealed now. Nothing
/// when no message is planned, or it is overdue by more than two minutes.
std::optional<Instant> messageAt(Call& call, const ChainEnd& end);
/// Plans a message at this time, to be sent by the submission of a record.
void arrangeMessage(Call& call, Instant at);
/// The record becomes the end of the chain.
void append(Call& call, const Record& record);

/// The newest record of a document.
std::optional<Record> findRecord(Call& call, std::string_view document, bool annulment);
void claim(Call& call, const Record& record, std::string_view submission);
/// Records without an answer, in the order of the chain.
std::vector<Record> pendingRecords(Call& call);

/// Marks that a message is being sent: records sealed from now on need another message.
void markSending(Call& call, Instant until);
/// Marks that the message has ended. `waitUntil`: when the next one may follow. Also drops a message planned
/// meanwhile: its record may have gone out in this one.
void markSent(Call& call, const std::optional<Instant>& waitUntil);
void saveAnswer(Call& call, Record& record, const RecordAnswer& answer, const std::string& csv);

/// 2026-11-20T10:12:01+01:00, in the time zone of the company.
std::string localTime(Call& call);

} // namespace svc::es_verifactu

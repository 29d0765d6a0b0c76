// Sends all pending records in one message, in the order of the chain, since the agency demands pauses
// between messages. Outcomes of the other records are reported to their own submissions.
#include <algorithm>
#include <chrono>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "record.hpp"

namespace svc::es_verifactu {
namespace {

using namespace calls::compliance;

constexpr std::chrono::seconds AnswerLimit{60};
/// Longer than the time limit of an answer: after it, a message that is still marked as being sent was
/// abandoned.
constexpr std::int64_t SendingLimit = 120 * Instant::Second;
constexpr std::string_view Path = "/wlpl/TIKE-CONT/ws/SistemaFacturacion/VerifactuSOAP";

/// A submission, and whether it may send now.
struct Turn {
    std::optional<Record> record; ///< nothing: there is nothing to send
    std::optional<Instant> later; ///< earliest time of the next attempt
    std::string issuerName;
    std::vector<Record> batch;
};

std::string addressOf(bool production, const Json& settings) {
    const bool seal = settings.textOr("certificateKind") == "seal";
    const std::string_view host =
        production ? seal ? "https://www10.agenciatributaria.gob.es" : "https://www1.agenciatributaria.gob.es"
        : seal     ? "https://prewww10.aeat.es"
                   : "https://prewww1.aeat.es";
    return Call::settings().textOr("baseUrl", host) + std::string(Path);
}

/// The record of the submission. It is created now when the document is older than the regime, or the agency
/// refused its record.
std::optional<Record> recordFor(Call& call, const ChainEnd& end, const SubmissionToSend& submission,
                                const Json& settings) {
    const Subject subject = subjectOf(call, submission.kind, submission.documentId, submission.operation);
    const std::string id = submission.id.toString();
    auto record = findRecord(call, subject.document, subject.annulment);
    const bool refused =
        record && record->state == RecordState::Rejected && record->submission && *record->submission != id;
    if (!record || refused) {
        record = makeRecord(call, end, subject, id, settings, refused);
    }
    if (record && record->submission != id) {
        claim(call, *record, id);
    }
    return record;
}

/// A message has a single issuer. When the company has changed its NIF in the settings, records of the other
/// issuer follow in the next message.
std::vector<Record> ofOneIssuer(std::vector<Record> records) {
    const auto other = std::find_if(records.begin(), records.end(), [&](const Record& one) {
        return one.invoice.issuer != records.front().invoice.issuer;
    });
    records.erase(other, records.end());
    return records;
}

Turn begin(Call& call, const RegimeSending& input) {
    const ChainEnd end = lockChain(call);
    Turn turn;
    turn.record = recordFor(call, end, input.submission, input.settings);
    if (!turn.record || turn.record->state != RecordState::Pending) {
        return turn;
    }
    if (const auto pause = pauseEnd(call, end)) {
        turn.later = pause;
        arrangeMessage(call, *pause);
        return turn;
    }
    const Json record = call.companyRecord();
    turn.issuerName = record.textOr("legalName", record.textOr("name"));
    turn.batch = ofOneIssuer(pendingRecords(call));
    markSending(call, call.now() + SendingLimit);
    return turn;
}

/// The agency's answer for a record, as the outcome of its submission.
RegimeAnswer outcomeOf(const Record& record, bool production) {
    if (record.state == RecordState::Pending) {
        return {.outcome = AnswerOutcome::Retry, .error = "the answer does not name the record"};
    }
    RegimeAnswer told{.outcome = record.state == RecordState::Accepted ? AnswerOutcome::Accepted
                                                                       : AnswerOutcome::Rejected,
                      .reference = record.csv,
                      .error = record.message,
                      .errorCode = record.code};
    if (record.code) {
        told.status = RegimeStatus{.code = *record.code, .label = record.message.value_or("")};
    }
    if (!record.annulment) {
        told.mark = markOf(record, production);
        told.qrCode = told.mark->qr;
    }
    return told;
}

/// Reports the outcome of a record that another submission's message carried along, so that its own
/// submission sends nothing.
void tellOutcome(Call& call, const Record& record, bool production) {
    const auto id = FiscalSubmissionId::parse(*record.submission).value();
    const auto submission = fiscalSubmission(call, {.id = id});
    if (!submission || submission->status != FiscalSubmissionStatus::Pending) {
        return;
    }
    using Outcome = FiscalOutcomeInputOutcome;
    const RegimeAnswer told = outcomeOf(record, production);
    fiscalOutcome(call, {.submissionId = id,
                         .outcome = told.outcome == AnswerOutcome::Accepted   ? Outcome::Accepted
                                    : told.outcome == AnswerOutcome::Rejected ? Outcome::Rejected
                                                                              : Outcome::Retry,
                         .reference = told.reference,
                         .qrCode = told.qrCode,
                         .mark = told.mark,
                         .error = told.error,
                         .errorCode = told.errorCode,
                         .status = told.status});
}

/// Stores the answer for every record that it names. A document may have two: the invoice and its annulment.
/// The outcome of this submission itself is the result of `send`.
void keepAnswer(Call& call, Turn& turn, const MessageAnswer& answer, bool production) {
    for (const RecordAnswer& one : answer.records) {
        const auto record = std::find_if(turn.batch.begin(), turn.batch.end(), [&](const Record& sent) {
            return sent.invoice.number == one.number && sent.annulment == one.annulment;
        });
        if (record == turn.batch.end()) {
            continue;
        }
        saveAnswer(call, *record, one, answer.csv);
        if (record->sequence == turn.record->sequence) {
            turn.record = *record;
        } else if (record->submission) {
            tellOutcome(call, *record, production);
        }
    }
}

/// Why the agency refused the whole message; empty when it took it.
std::string refusalOf(const HttpReply& reply, const std::optional<MessageAnswer>& answer) {
    if (!reply.answered()) {
        return reply.error;
    }
    if (!answer) {
        return "HTTP " + std::to_string(reply.status);
    }
    return answer->fault;
}

} // namespace

RegimeAnswer commands::send(Call& call, const RegimeSending& input) {
    const bool production = input.mode == FiscalMode::Production;
    Turn turn = call.transaction([&] { return begin(call, input); });
    if (!turn.record) {
        return {.outcome = AnswerOutcome::Failed, .error = "the invoice is not at the agency"};
    }
    if (turn.later) {
        return {.outcome = AnswerOutcome::Later, .nextAttemptAt = turn.later};
    }
    if (turn.record->state != RecordState::Pending) {
        return outcomeOf(*turn.record, production);
    }
    std::vector<std::string> records;
    for (const Record& one : turn.batch) {
        records.push_back(one.xml);
    }
    const std::string message = messageOf(turn.issuerName, turn.batch.front().invoice.issuer, records);
    const HttpReply reply = call.http()
                                .post(addressOf(production, input.settings))
                                .clientCertificate("certificate")
                                .timeout(AnswerLimit)
                                .body("text/xml; charset=utf-8", message)
                                .send();
    const auto answer = reply.answered() ? readAnswer(reply.body) : std::nullopt;
    const std::string refusal = refusalOf(reply, answer);
    RegimeAnswer told = call.transaction([&]() -> RegimeAnswer {
        const std::int64_t wait = answer ? answer->waitSeconds : 0;
        markSent(call, wait > 0 ? std::optional(call.now() + wait * Instant::Second) : std::nullopt);
        if (!refusal.empty()) {
            return {.outcome = AnswerOutcome::Retry, .error = refusal};
        }
        keepAnswer(call, turn, *answer, production);
        if (turn.batch.back().sequence < turn.record->sequence) {
            return {.outcome = AnswerOutcome::Later, .nextAttemptAt = call.now()};
        }
        return outcomeOf(*turn.record, production);
    });
    told.request = base64Encode(message);
    told.answer = base64Encode(reply.body);
    return told;
}

} // namespace svc::es_verifactu

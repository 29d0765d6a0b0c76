// Sends all pending records in one message, in the order of the chain, since the agency demands pauses
// between messages. Outcomes of the other records are reported to their own submissions.
#include <algorithm>
#include <chrono>

#include <svc/encoding.hpp>
#include <svc/error.hpp>

#include "authority/replies.hpp"
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

/// A message and its answer.
struct Exchange {
    std::vector<Record> records;
    std::string message;
    HttpReply reply;
    std::optional<MessageAnswer> answer;
    std::string refusal; ///< why the agency refused the whole message; empty when it took it

    bool isFault() const { return answer && !answer->fault.empty(); }
};

Exchange exchange(Call& call, const RegimeSending& input, const Turn& turn, std::vector<Record> records) {
    std::vector<std::string> texts;
    for (const Record& one : records) {
        texts.push_back(one.xml);
    }
    Exchange done;
    done.message = messageOf(turn.issuerName, records.front().invoice.issuer, texts);
    done.records = std::move(records);
    done.reply = call.http()
                     .post(addressOf(input.mode == FiscalMode::Production, input.settings))
                     .clientCertificate("certificate")
                     .timeout(AnswerLimit)
                     .body("text/xml; charset=utf-8", done.message)
                     .send();
    done.answer = done.reply.answered() ? readAnswer(done.reply.body) : std::nullopt;
    done.refusal = refusalOf(done.reply, done.answer);
    return done;
}

/// The messages of a turn: all records in one; when the agency refuses that as a whole, halves of it, until
/// it takes one. By that the records that it refused alone are known to be wrong: else the fault may be of
/// the certificate or of the agency.
struct Messages {
    Exchange last;
    std::vector<Record> wrong = {};
    std::string fault = {}; ///< of the wrong records
};

Messages exchangeAll(Call& call, const RegimeSending& input, const Turn& turn) {
    constexpr int Most = 16; // halves of a full message down to a single record, and a few more
    Messages all{.last = exchange(call, input, turn, turn.batch)};
    std::vector<std::vector<Record>> parts; // the first one is at the end
    for (int sent = 1; all.last.isFault() && sent < Most; ++sent) {
        const std::vector<Record>& refused = all.last.records;
        const auto middle = refused.begin() + static_cast<std::ptrdiff_t>(refused.size() / 2);
        if (refused.size() > 1) {
            parts.emplace_back(middle, refused.end());
            parts.emplace_back(refused.begin(), middle);
        } else {
            all.wrong.push_back(refused.front());
            all.fault = all.last.refusal;
        }
        if (parts.empty()) {
            break;
        }
        call.transaction([&] { markSending(call, call.now() + SendingLimit); });
        all.last = exchange(call, input, turn, std::move(parts.back()));
        parts.pop_back();
    }
    return all;
}

bool contains(const std::vector<Record>& records, std::int64_t sequence) {
    return std::any_of(records.begin(), records.end(),
                       [&](const Record& one) { return one.sequence == sequence; });
}

/// Stores what the agency said; returns the outcome of this submission.
RegimeAnswer settle(Call& call, Turn& turn, const Messages& all, bool production) {
    const Exchange& last = all.last;
    const std::int64_t wait = last.answer ? last.answer->waitSeconds : 0;
    const auto pause = last.answer ? std::nullopt : authority::pauseAskedBy(last.reply, call.now());
    markSent(call, wait > 0 ? std::optional(call.now() + wait * Instant::Second) : pause);
    if (!last.refusal.empty()) {
        return {.outcome = pause ? AnswerOutcome::Later : AnswerOutcome::Retry,
                .error = last.refusal,
                .nextAttemptAt = pause};
    }
    turn.batch = all.wrong;
    MessageAnswer refused;
    for (const Record& one : all.wrong) {
        refused.records.push_back(
            {.number = one.invoice.number, .annulment = one.annulment, .code = {}, .text = all.fault});
    }
    keepAnswer(call, turn, refused, production);
    turn.batch = last.records;
    keepAnswer(call, turn, *last.answer, production);
    const std::int64_t own = turn.record->sequence;
    if (!contains(all.wrong, own) && !contains(last.records, own)) {
        return {.outcome = AnswerOutcome::Later, .nextAttemptAt = call.now()};
    }
    return outcomeOf(*turn.record, production);
}

} // namespace

RegimeAnswer commands::send(Call& call, const RegimeSending& input) {
    const bool production = input.mode == FiscalMode::Production;
    Turn turn;
    try {
        turn = call.transaction([&] { return begin(call, input); });
    } catch (const ApiError& refusal) { // no record can be made of the document
        constexpr int BadRequest = 400;
        if (refusal.status() != BadRequest) {
            throw; // the document is not the reason
        }
        const std::string code(refusal.code());
        return {.outcome = AnswerOutcome::Rejected, .error = code, .errorCode = code};
    }
    if (!turn.record) {
        return {.outcome = AnswerOutcome::Failed, .error = "the invoice is not at the agency"};
    }
    if (turn.later) {
        return {.outcome = AnswerOutcome::Later, .nextAttemptAt = turn.later};
    }
    if (turn.record->state != RecordState::Pending) {
        return outcomeOf(*turn.record, production);
    }
    const Messages all = exchangeAll(call, input, turn);
    RegimeAnswer told = call.transaction([&] { return settle(call, turn, all, production); });
    told.request = base64Encode(all.last.message);
    told.answer = base64Encode(all.last.reply.body);
    return told;
}

} // namespace svc::es_verifactu

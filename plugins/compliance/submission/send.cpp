// Sends submissions to the authorities, outside of transactions, by the commands that the regimes offer.
#include <algorithm>
#include <exception>

#include <svc/encoding.hpp>

#include "regime/known.hpp"
#include "submission/attempts.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {
namespace {

/// A submitted document is polled: after a minute, then after as long as it has waited already, at least
/// every hour, for thirty days.
constexpr std::int64_t FirstLook = Instant::Minute;
constexpr std::int64_t LongestPause = Instant::Hour;
constexpr std::int64_t LongestWait = 30 * Instant::Day;

/// A submission that is to be sent now.
struct Sending {
    Submission submission;
    RegimeSettings settings;
    const Regime& regime;
    OpenAttempt attempt;
    std::optional<std::string> payload; ///< base 64
};

/// How a regime handles an operation whose answer was lost: retry, readFirst or hold.
std::string wayOf(const Sending& sending) {
    return sending.regime.lost.textOr(toText(sending.submission.operation), "hold");
}

/// Returns nothing when it is not to be sent, or not yet.
std::optional<Sending> begin(Call& call, FiscalSubmissionId id) {
    auto submission = lockSubmission(call, id);
    if (!submission || (submission->nextAttemptAt && *submission->nextAttemptAt > call.now())) {
        return std::nullopt;
    }
    if (submission->status != Status::Pending) {
        sendBatched(call, submission->regime);
        return std::nullopt;
    }
    auto settings = lockRegime(call, submission->regime);
    if (!settings || settings->state != RegimeState::Enabled ||
        !call.offers(verbOf(submission->regime, "send"))) {
        return std::nullopt;
    }
    const Regime& regime = requireRegime(call, submission->regime);
    const OpenAttempt attempt = beginAttempt(call, id);
    return Sending{*std::move(submission), *std::move(settings), regime, attempt, payloadOf(call, id)};
}

Json run(Call& call, const Sending& sending, std::string_view verb) {
    const Submission& one = sending.submission;
    const Json input =
        Json::object({{"submission", Json::object({{"id", one.id},
                                                   {"kind", toText(one.kind)},
                                                   {"documentId", one.documentId},
                                                   {"documentNumber", one.documentNumber},
                                                   {"operation", toText(one.operation)},
                                                   {"reference", one.reference}})},
                      {"payload", sending.payload},
                      {"attempt", sending.attempt.number},
                      {"key", one.id.toString() + '-' + std::to_string(sending.attempt.number)},
                      {"mode", toText(sending.settings.mode)},
                      {"settings", sending.settings.settings}});
    return call.command(verbOf(one.regime, verb), input);
}

/// Applies the regime's answer to the submission, unless a user changed it first. False when it is still to
/// be sent.
bool settle(Call& call, const Sending& sending, const Json& answer) {
    const FiscalSubmissionId id = sending.submission.id;
    const auto now = lockSubmission(call, id);
    const std::string outcome = answer.textOr("outcome");
    const auto bytes = [&](std::string_view name) {
        const auto text = answer.optionalText(name);
        return text && base64Decode(*text) ? text : std::nullopt;
    };
    endAttempt(call, id, sending.attempt.number, outcome, bytes("request"), bytes("answer"));
    if (!now || now->status != Status::Pending) {
        return true;
    }
    Status status = now->status;
    Json input = answer;
    input.set("submissionId", Json(id));
    if (outcome == "submitted" || outcome == "held") {
        commands::FiscalSentInput sent;
        read(input, bind::Place("answer of the regime"), sent);
        status = commands::fiscalSent(call, sent).status;
    }
    if (outcome != "submitted") {
        Outcome told;
        read(input, bind::Place("answer of the regime"), told);
        status = commands::fiscalOutcome(call, told).status;
    } else if (call.offers(verbOf(now->regime, "read"))) {
        jobs::fileFollowSubmission(call, call.now() + FirstLook, {.submissionId = id}, id.toString());
    }
    return status != Status::Pending;
}

/// Begins to poll for an open answer. Nothing when it has come, or must not be asked for.
std::optional<Sending> beginFollowing(Call& call, FiscalSubmissionId id) {
    auto submission = lockSubmission(call, id);
    if (!submission || submission->status != Status::Submitted) {
        return std::nullopt;
    }
    auto settings = lockRegime(call, submission->regime);
    if (!settings || !call.offers(verbOf(submission->regime, "read"))) {
        return std::nullopt;
    }
    const Regime& regime = requireRegime(call, submission->regime);
    return Sending{*std::move(submission), *std::move(settings), regime, OpenAttempt{}, {}};
}

/// Applies the awaited answer; false while there is none.
bool settleLater(Call& call, const Sending& sending, Json answer) {
    const FiscalSubmissionId id = sending.submission.id;
    const std::string outcome = answer.textOr("outcome");
    if (outcome == "submitted" || outcome == "absent") {
        return false;
    }
    const auto now = lockSubmission(call, id);
    if (!now || now->status != Status::Submitted) {
        return true;
    }
    const OpenAttempt attempt = beginAttempt(call, id);
    endAttempt(call, id, attempt.number, outcome, answer.optionalText("request"),
               answer.optionalText("answer"));
    Outcome told;
    read(answer.set("submissionId", Json(id)), bind::Place("answer of the regime"), told);
    commands::fiscalOutcome(call, told);
    return true;
}

/// It is unknown whether the authority received it. If the authority can be asked or accepts duplicates, the
/// attempt stays open and is repeated later; else a user decides. False when it is still to be sent.
bool lose(Call& call, const Sending& sending, const std::string& error) {
    if (wayOf(sending) == "hold") {
        return settle(call, sending, Json::object({{"outcome", "held"}, {"error", error}}));
    }
    auto one = lockSubmission(call, sending.submission.id);
    if (one && one->status == Status::Pending) {
        ++one->attempts;
        retry(call, *one, {.submissionId = one->id, .error = error});
    }
    return !one || one->status != Status::Pending;
}

/// The message without the code that precedes every internal error.
std::string whatHappened(const std::exception& error) {
    constexpr std::string_view AnyFault = "internal-error: ";
    std::string_view what = error.what();
    if (what.starts_with(AnyFault)) {
        what.remove_prefix(AnyFault.size());
    }
    return std::string(what);
}

/// The result of an earlier attempt by a query to the authority; nothing when it knows none.
std::optional<Json> readBack(Call& call, const Sending& sending) {
    Json found = run(call, sending, "read");
    return found.textOr("outcome") == "absent" ? std::nullopt : std::optional(std::move(found));
}

} // namespace

void fileSending(Call& call, const Submission& one) {
    if (!call.offers(verbOf(one.regime, "send"))) {
        return;
    }
    // New submissions of a regime are sent in sequence; one that waits for a retry does not block the others.
    const std::string id = one.id.toString();
    const bool waits = one.nextAttemptAt && *one.nextAttemptAt > call.now();
    const std::string lane = one.attempts == 0 && !waits ? one.regime : id;
    jobs::fileSendSubmission(call, lane, one.nextAttemptAt.value_or(call.now()), {.submissionId = one.id});
}

void sendBatched(Call& call, std::string_view regime) {
    if (const auto oldest = unbatchOldest(call, regime)) {
        fileSending(call, *oldest);
    }
}

void jobs::sendSubmission(Call& call, const jobs::SendSubmissionPayload& payload) {
    const auto sending = call.transaction([&] { return begin(call, payload.submissionId); });
    if (!sending) {
        return;
    }
    const auto conclude = [&](const auto& isDone) {
        call.transaction([&] {
            if (isDone()) {
                sendBatched(call, sending->submission.regime);
            }
        });
    };
    const bool wasLost = !sending->attempt.isNew;
    if (wasLost && wayOf(*sending) == "hold") {
        conclude([&] { return lose(call, *sending, "answer-lost"); });
        return;
    }
    std::optional<Json> answer;
    try {
        if (wasLost && wayOf(*sending) == "readFirst") {
            answer = readBack(call, *sending);
        }
        if (!answer) {
            answer = run(call, *sending, "send");
        }
    } catch (const std::exception& error) {
        const std::string what = whatHappened(error);
        conclude([&] { return lose(call, *sending, what); });
        return;
    }
    conclude([&] { return settle(call, *sending, *answer); });
}

void jobs::followSubmission(Call& call, const jobs::FollowSubmissionPayload& payload) {
    const auto following = call.transaction([&] { return beginFollowing(call, payload.submissionId); });
    if (!following) {
        return;
    }
    std::string note = "no answer yet";
    try {
        const Json answer = run(call, *following, "read");
        if (call.transaction([&] { return settleLater(call, *following, answer); })) {
            return;
        }
    } catch (const std::exception& error) {
        note = error.what();
    }
    const std::int64_t waited = call.now() - following->submission.submittedAt.value_or(call.now());
    if (waited < LongestWait) {
        call.again(call.now() + std::clamp(waited, FirstLook, LongestPause), call.input(), note);
        return;
    }
    call.transaction([&] {
        settleLater(call, *following, Json::object({{"outcome", "held"}, {"error", "no-answer"}}));
    });
}

} // namespace svc::compliance

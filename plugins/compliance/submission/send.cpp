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

using verbs::RegimeAnswer;
using Way = api::LostAnswer;

/// How a regime handles an operation whose answer was lost.
Way wayOf(const Sending& sending) {
    const verbs::LostAnswers& lost = sending.regime.lost;
    switch (sending.submission.operation) {
    case Operation::Issue:
        return lost.issue.value_or(Way::Hold);
    case Operation::Credit:
        return lost.credit.value_or(Way::Hold);
    case Operation::Cancel:
        return lost.cancel.value_or(Way::Hold);
    case Operation::Report:
        return lost.report.value_or(Way::Hold);
    }
    return Way::Hold;
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
        !verbs::offersSend(call, submission->regime)) {
        return std::nullopt;
    }
    const Regime& regime = requireRegime(call, submission->regime);
    const OpenAttempt attempt = beginAttempt(call, id);
    return Sending{*std::move(submission), *std::move(settings), regime, attempt, payloadOf(call, id)};
}

verbs::RegimeSending toldOf(const Sending& sending) {
    const Submission& one = sending.submission;
    return {.submission = {.id = one.id,
                           .kind = one.kind,
                           .documentId = one.documentId,
                           .documentNumber = one.documentNumber,
                           .operation = one.operation,
                           .reference = one.reference},
            .payload = sending.payload,
            .attempt = sending.attempt.number,
            .key = one.id.toString() + '-' + std::to_string(sending.attempt.number),
            .mode = sending.settings.mode,
            .settings = sending.settings.settings};
}

Outcome outcomeOf(FiscalSubmissionId id, const RegimeAnswer& answer) {
    Outcome told{.submissionId = id,
                 .reference = answer.reference,
                 .qrCode = answer.qrCode,
                 .mark = answer.mark,
                 .error = answer.error,
                 .errorCode = answer.errorCode,
                 .nextAttemptAt = answer.nextAttemptAt,
                 .status = answer.status};
    if (!fromText(toText(answer.outcome), told.outcome)) {
        throw Fault("the regime answers '" + std::string(toText(answer.outcome)) + "' to a submission");
    }
    return told;
}

/// Applies the regime's answer to the submission, unless a user changed it first. False when it is still to
/// be sent.
bool settle(Call& call, const Sending& sending, const RegimeAnswer& answer) {
    const FiscalSubmissionId id = sending.submission.id;
    const auto now = lockSubmission(call, id);
    const auto bytes = [](const std::optional<std::string>& text) {
        return text && base64Decode(*text) ? text : std::nullopt;
    };
    endAttempt(call, id, sending.attempt.number, toText(answer.outcome), bytes(answer.request),
               bytes(answer.answer));
    if (!now || now->status != Status::Pending) {
        return true;
    }
    Status status = now->status;
    const bool isSubmitted = answer.outcome == api::AnswerOutcome::Submitted;
    if (isSubmitted || answer.outcome == api::AnswerOutcome::Held) {
        status = commands::fiscalSent(call, {.submissionId = id,
                                             .payloadSha256 = answer.payloadSha256,
                                             .reference = answer.reference})
                     .status;
    }
    if (!isSubmitted) {
        status = commands::fiscalOutcome(call, outcomeOf(id, answer)).status;
    } else if (verbs::offersRead(call, now->regime)) {
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
    if (!settings || !verbs::offersRead(call, submission->regime)) {
        return std::nullopt;
    }
    const Regime& regime = requireRegime(call, submission->regime);
    return Sending{*std::move(submission), *std::move(settings), regime, OpenAttempt{}, {}};
}

/// Applies the awaited answer; false while there is none.
bool settleLater(Call& call, const Sending& sending, const RegimeAnswer& answer) {
    const FiscalSubmissionId id = sending.submission.id;
    if (answer.outcome == api::AnswerOutcome::Submitted || answer.outcome == api::AnswerOutcome::Absent) {
        return false;
    }
    const auto now = lockSubmission(call, id);
    if (!now || now->status != Status::Submitted) {
        return true;
    }
    const OpenAttempt attempt = beginAttempt(call, id);
    endAttempt(call, id, attempt.number, toText(answer.outcome), answer.request, answer.answer);
    commands::fiscalOutcome(call, outcomeOf(id, answer));
    return true;
}

/// It is unknown whether the authority received it. If the authority can be asked or accepts duplicates, the
/// attempt stays open and is repeated later; else a user decides. False when it is still to be sent.
bool lose(Call& call, const Sending& sending, const std::string& error) {
    if (wayOf(sending) == Way::Hold) {
        return settle(call, sending, {.outcome = api::AnswerOutcome::Held, .error = error});
    }
    auto one = lockSubmission(call, sending.submission.id);
    if (one && one->status == Status::Pending) {
        ++one->attempts;
        retry(call, *one, {.submissionId = one->id, .error = error});
    }
    return !one || one->status != Status::Pending;
}

/// The message without the code that precedes every internal error. What the database said is logged and not
/// told: it holds a statement.
std::string whatHappened(const Call& call, const std::exception& error) {
    constexpr std::string_view AnyFault = "internal-error: ";
    constexpr std::string_view OfDatabase = "database-error: ";
    std::string_view what = error.what();
    if (what.find(OfDatabase) != std::string_view::npos) {
        call.log(Call::Level::Warning, what);
        return "internal-error";
    }
    if (what.starts_with(AnyFault)) {
        what.remove_prefix(AnyFault.size());
    }
    return std::string(what);
}

/// The result of an earlier attempt by a query to the authority; nothing when it knows none.
std::optional<RegimeAnswer> readBack(Call& call, const Sending& sending) {
    RegimeAnswer found = verbs::read(call, sending.submission.regime, toldOf(sending));
    return found.outcome == api::AnswerOutcome::Absent ? std::nullopt : std::optional(std::move(found));
}

} // namespace

void fileSending(Call& call, const Submission& one) {
    if (!verbs::offersSend(call, one.regime)) {
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
    if (wasLost && wayOf(*sending) == Way::Hold) {
        conclude([&] { return lose(call, *sending, "answer-lost"); });
        return;
    }
    std::optional<RegimeAnswer> answer;
    try {
        if (wasLost && wayOf(*sending) == Way::ReadFirst) {
            answer = readBack(call, *sending);
        }
        if (!answer) {
            answer = verbs::send(call, sending->submission.regime, toldOf(*sending));
        }
    } catch (const std::exception& error) {
        const std::string what = whatHappened(call, error);
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
        const RegimeAnswer answer = verbs::read(call, following->submission.regime, toldOf(*following));
        if (call.transaction([&] { return settleLater(call, *following, answer); })) {
            return;
        }
    } catch (const std::exception& error) {
        note = whatHappened(call, error);
    }
    const std::int64_t waited = call.now() - following->submission.submittedAt.value_or(call.now());
    if (waited < LongestWait) {
        call.again(call.now() + std::clamp(waited, FirstLook, LongestPause), call.input(), note);
        return;
    }
    call.transaction(
        [&] { settleLater(call, *following, {.outcome = api::AnswerOutcome::Held, .error = "no-answer"}); });
}

} // namespace svc::compliance

#include "message/apply.hpp"

#include "message/store.hpp"

namespace svc::it_fatturapa {
namespace {

using namespace calls::compliance;

/// A refused invoice counts as not issued; it may be sent again under its number and date within five days.
constexpr int DaysToSendAgain = 5;

FileState stateOf(const Verdict& verdict) {
    return verdict.outcome == Verdict::Outcome::Rejected ? FileState::Rejected : FileState::Accepted;
}

/// A message as an entry in the life cycle of a submission.
RegimeStatus statusOf(const Message& message) {
    // Times of SdI without an offset are Italian times; they are left out rather than guessed.
    return {.code = std::string(codeOf(message.kind)),
            .label = labelOf(message),
            .at = Instant::parse(message.at)};
}

RegimeAnswer refusalOf(const Message& message, Date today) {
    std::string error = reasonOf(message);
    if (message.kind == MessageKind::Refused) {
        const Date day = Date::parse(message.at.substr(0, 10)).value_or(today);
        error += " (to be sent again by " + day.addDays(DaysToSendAgain).toString() + ')';
    } else {
        error = labelOf(message);
    }
    const std::string code = message.kind == MessageKind::BuyerAnswer ? "EC02"
                             : message.errors.empty()                 ? std::string(codeOf(message.kind))
                                                                      : message.errors.front().code;
    return {.outcome = AnswerOutcome::Rejected,
            .error = error.empty() ? std::nullopt : std::optional(error),
            .errorCode = code};
}

/// Does the verdict change the status of the submission?
bool decides(const Verdict& verdict, FiscalSubmissionStatus status) {
    if (status == FiscalSubmissionStatus::Rejected || status == FiscalSubmissionStatus::Failed) {
        return false;
    }
    return status != FiscalSubmissionStatus::Accepted || verdict.outcome == Verdict::Outcome::Rejected;
}

} // namespace

RegimeAnswer outcomeOf(const Verdict& verdict, Date today) {
    if (verdict.outcome == Verdict::Outcome::None) {
        return {.outcome = AnswerOutcome::Submitted};
    }
    RegimeAnswer told{.outcome = AnswerOutcome::Accepted};
    if (verdict.outcome == Verdict::Outcome::Rejected) {
        told = refusalOf(*verdict.by, today);
    }
    if (!verdict.sdiId.empty()) {
        told.reference = verdict.sdiId;
    }
    told.status = statusOf(*verdict.by);
    return told;
}

bool keep(Call& call, const StoredFile& file, const Message& message, std::string_view content) {
    if (!keepMessage(call, file, message, content)) {
        return false;
    }
    const Verdict verdict = verdictOf(messagesOf(call, file));
    if (verdict.outcome != Verdict::Outcome::None) {
        markState(call, file, stateOf(verdict));
    }
    if (!verdict.sdiId.empty()) {
        markSdiId(call, file, verdict.sdiId);
    }
    return true;
}

void apply(Call& call, const StoredFile& file, const std::vector<Message>& fresh) {
    if (!file.submission || fresh.empty()) {
        return;
    }
    const auto id = FiscalSubmissionId::parse(*file.submission).value();
    const auto submission = fiscalSubmission(call, {.id = id});
    const Verdict verdict = verdictOf(messagesOf(call, file));
    if (!submission || verdict.outcome == Verdict::Outcome::None) {
        return;
    }
    if (decides(verdict, submission->status)) {
        const RegimeAnswer told = outcomeOf(verdict, call.today());
        const bool isRejected = told.outcome == AnswerOutcome::Rejected;
        fiscalOutcome(call, {.submissionId = id,
                             .outcome = isRejected ? FiscalOutcomeInputOutcome::Rejected
                                                   : FiscalOutcomeInputOutcome::Accepted,
                             .reference = told.reference,
                             .error = told.error,
                             .errorCode = told.errorCode,
                             .status = told.status});
        return;
    }
    for (const Message& message : fresh) {
        const RegimeStatus line = statusOf(message);
        fiscalStatus(call, {.submissionId = id, .code = line.code, .label = line.label, .at = line.at});
    }
}

} // namespace svc::it_fatturapa

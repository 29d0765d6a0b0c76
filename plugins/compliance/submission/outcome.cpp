// Handles the outcomes that a regime reports for a submission: sent, answered, or a new status.
#include "regime/known.hpp"
#include "regime/owners.hpp"
#include "submission/moves.hpp"
#include "submission/rules/held_words.hpp"

namespace svc::compliance {
namespace {

using Result = commands::FiscalOutcomeInputOutcome;

Submission requireSubmission(Call& call, FiscalSubmissionId id) {
    auto found = lockSubmission(call, id);
    if (!found) {
        throw ApiError(404, "submission-not-found");
    }
    return *std::move(found);
}

[[noreturn]] void impossible(const Submission& one, std::string_view outcome) {
    throw Fault("submission " + one.id.toString() + " is " + std::string(toText(one.status)) +
                " and cannot become " + std::string(outcome));
}

/// Tells the owners of the first submission of the regime that is held, not of those that are held beside it:
/// while the authority does not answer there may be many.
void tellHeld(Call& call, const Submission& one) {
    if (waitingAt(call, one.regime).held > 1) {
        return;
    }
    const HeldPaper paper{call.company().name, nameOf(call, one.regime),
                          one.documentNumber.value_or(one.documentId), one.error.value_or("")};
    mailOwners(call, [&](const std::string& language) { return heldWords(language, paper); });
}

/// It is unknown whether the submission arrived, or it is given up: the document keeps its fiscal mark,
/// unless the regime gives other text for it.
void halt(Call& call, Submission& one, const Outcome& outcome) {
    one.status = outcome.outcome == Result::Held ? Status::Held : Status::Failed;
    one.error = outcome.error;
    one.errorCode = outcome.errorCode;
    one.nextAttemptAt.reset();
    updateSubmission(call, one);
    if (outcome.mark) {
        markDocument(call, one, outcome);
    }
    call.history(toText(one.kind), one.documentId, "fiscal." + std::string(toText(one.status)));
    showOnDocument(call, one);
    if (one.status == Status::Held) {
        tellHeld(call, one);
    }
}

} // namespace

Submission commands::fiscalSent(Call& call, const commands::FiscalSentInput& input) {
    Submission one = requireSubmission(call, input.submissionId);
    if (one.status != Status::Pending) {
        impossible(one, toText(Status::Submitted));
    }
    one.status = Status::Submitted;
    ++one.attempts;
    one.submittedAt = call.now().truncatedToMillis();
    one.nextAttemptAt.reset();
    one.payloadSha256 = input.payloadSha256 ? input.payloadSha256 : one.payloadSha256;
    one.reference = input.reference ? input.reference : one.reference;
    updateSubmission(call, one);
    return one;
}

Submission commands::fiscalOutcome(Call& call, const commands::FiscalOutcomeInput& input) {
    Submission one = requireSubmission(call, input.submissionId);
    const bool open = isOpen(one.status);
    // A submitted one was counted already; during a pause nothing was sent.
    if (one.status == Status::Pending && input.outcome != Result::Later) {
        ++one.attempts;
    }
    if (input.outcome == Result::Accepted && open) {
        accept(call, one, input);
    } else if (input.outcome == Result::Rejected && (open || one.status == Status::Accepted)) {
        reject(call, one, input);
    } else if (input.outcome == Result::Retry && open) {
        retry(call, one, input);
    } else if (input.outcome == Result::Later && open) {
        postpone(call, one, input);
    } else if ((input.outcome == Result::Held && one.status == Status::Submitted) ||
               (input.outcome == Result::Failed && open)) {
        halt(call, one, input);
    } else {
        impossible(one, toText(input.outcome));
    }
    return one;
}

Submission commands::fiscalStatus(Call& call, const commands::FiscalStatusInput& input) {
    Submission one = requireSubmission(call, input.submissionId);
    const AuthorityStatus line{.code = input.code,
                               .label = input.label,
                               .at = input.at.value_or(call.now().truncatedToMillis()),
                               .direction = input.direction};
    updateSubmission(call, one, line);
    one.statuses.push_back(line);
    call.history(toText(one.kind), one.documentId, "fiscal.status",
                 Json::array({Json::object({{"field", "fiscal." + one.regime},
                                            {"from", nullptr},
                                            {"to", input.code + ' ' + input.label}})}));
    return one;
}

} // namespace svc::compliance

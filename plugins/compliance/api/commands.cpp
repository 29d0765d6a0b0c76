// What regimes call.
#include <set>

#include "api/regime.hpp"
#include "api/submitting.hpp"
#include "store/marks.hpp"

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

/// Nobody knows whether it arrived, or it is given up: the document keeps what it showed of the authority.
void halt(Call& call, Submission& one, const Outcome& outcome) {
    one.status = outcome.outcome == Result::Held ? Status::Held : Status::Failed;
    one.error = outcome.error;
    one.errorCode = outcome.errorCode;
    one.nextAttemptAt.reset();
    updateSubmission(call, one);
    call.history(toText(one.kind), one.documentId, "fiscal." + std::string(toText(one.status)));
    showOnDocument(call, one);
}

} // namespace

Submission commands::fiscalRegister(Call& call, const commands::FiscalRegisterInput& input) {
    const auto own = lockRegime(call, input.regime);
    if (!own || own->state != RegimeState::Enabled) {
        throw ApiError(400, "regime-not-enabled");
    }
    return submit(call, input);
}

Submission commands::fiscalSent(Call& call, const commands::FiscalSentInput& input) {
    Submission one = requireSubmission(call, input.submissionId);
    if (one.status != Status::Pending) {
        impossible(one, toText(Status::Submitted));
    }
    one.status = Status::Submitted;
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

std::optional<Submission> commands::fiscalSubmission(Call& call,
                                                     const commands::FiscalSubmissionInput& input) {
    return lockSubmission(call, input.id);
}

commands::FiscalMarksOutput commands::fiscalMarks(Call& call, const commands::FiscalMarksInput& input) {
    return {.marks = marksOf(call, toText(input.kind), input.id)};
}

/// What an authority accepted is taken back there too: a submission with the operation `cancel`.
void hooks::cancelled(Call& call, const Event& event) {
    const auto own = listRegimes(call);
    std::set<std::string> seen;
    for (const Submission& one : submissionsOf(call, DocumentKind::Sale, event.objectId())) {
        const auto regime = own.find(one.regime);
        const bool enabled = regime != own.end() && regime->second.state == RegimeState::Enabled;
        // What a regime seals itself is sealed and submitted by prepareCancellation.
        if (one.operation == Operation::Issue && seen.insert(one.regime).second &&
            one.status == Status::Accepted && enabled && !call.offers(verbOf(one.regime, "prepare"))) {
            submit(call, {.regime = one.regime,
                          .kind = one.kind,
                          .documentId = one.documentId,
                          .documentNumber = one.documentNumber,
                          .operation = Operation::Cancel});
        }
    }
}

} // namespace svc::compliance

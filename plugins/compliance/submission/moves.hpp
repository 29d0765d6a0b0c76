#pragma once

#include "submission/store.hpp"

namespace svc::compliance {

/// The document that a submission is created for.
using Paper = commands::FiscalRegisterInput;
/// The answer of an authority, or the reason why there is none.
using Outcome = commands::FiscalOutcomeInput;

/// (none) → pending. Refuses with submission-in-progress and submission-accepted. The regime is enabled.
Submission submit(Call& call, const Paper& paper);
/// A submission of a document that its regime has prepared.
struct NewSubmission {
    FiscalSubmissionId id;
    std::optional<std::string> payload = {}; ///< in base 64, what the regime sealed with the document
    std::optional<Instant> notBefore = {};   ///< the authority requires a pause until then
    bool batched = false;                    ///< it goes out in the message of an earlier pending submission
};
/// The same for a document that this transaction creates: nothing of it was submitted before, and every
/// regime's submission is pending.
void submitNew(Call& call, const Paper& paper, const NewSubmission& made);

/// The newest submission of the issue of a document, when the authority has accepted that one.
std::optional<Submission> acceptedIssue(const std::vector<Submission>& newestFirst, std::string_view regime);

/// Files the job that sends a pending submission when it is due, if the regime offers to send.
void fileSending(Call& call, const Submission& submission);
/// Called when a submission whose message may have carried others is done: if batched ones of the regime are
/// still pending, the oldest is sent on its own and carries the others.
void sendBatched(Call& call, std::string_view regime);

/// Updates the fiscal status of the sale by the answers of the authorities so far.
void showOnDocument(Call& call, const Submission& submission);

/// Prints the text that the regime gives for the submission, else its reference and code; nothing when there
/// is neither.
void markDocument(Call& call, const Submission& submission, const Outcome& outcome);

/// submitted (or pending) → accepted, with fiscal.accepted.
void accept(Call& call, Submission& submission, const Outcome& outcome);
/// submitted, accepted → rejected, with fiscal.rejected.
void reject(Call& call, Submission& submission, const Outcome& outcome);
/// Not sent yet, because the authority requires a pause: due when the regime says. Does not count as a
/// failure.
void postpone(Call& call, Submission& submission, const Outcome& outcome);
/// held → pending, by a person: sent at once. Does not count as a failure.
void resend(Call& call, Submission& submission);
/// A transport failure: retried after 1, 5, 30 minutes, 2, 12, 24 hours or when the regime says; the seventh
/// failure is final.
void retry(Call& call, Submission& submission, const Outcome& outcome);

} // namespace svc::compliance

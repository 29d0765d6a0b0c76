#pragma once

#include "submission/store.hpp"

namespace svc::compliance {

/// What a submission is made from.
using Paper = commands::FiscalRegisterInput;
/// What an authority answered, or why it could not.
using Outcome = commands::FiscalOutcomeInput;

/// (none) → pending. Refuses with submission-in-progress and submission-accepted. The regime is enabled.
Submission submit(Call& call, const Paper& paper);
/// A submission of a document that its regime has prepared.
struct NewSubmission {
    FiscalSubmissionId id;
    std::optional<std::string> payload = {}; ///< in base 64, what the regime sealed with the document
    std::optional<Instant> notBefore = {};   ///< the authority wants a pause until then
    bool batched = false;                    ///< it goes out in the message of an earlier one that is pending
};
/// The same for a document that this transaction makes: nothing was submitted of it before, and every regime
/// of it is pending.
void submitNew(Call& call, const Paper& paper, const NewSubmission& made);

/// The newest submission of the issue of a document, when the authority has accepted that one.
std::optional<Submission> acceptedIssue(const std::vector<Submission>& newestFirst, std::string_view regime);

/// Has a pending submission sent when it is due, where the regime offers to send.
void fileSending(Call& call, const Submission& submission);
/// One of a regime is done that may have had others in its message: when there are batched ones that are
/// still pending, the oldest of them is sent on its own, and has the others in its message.
void sendBatched(Call& call, std::string_view regime);

/// Tells the sale of an issue what the authorities say of it by now.
void showOnDocument(Call& call, const Submission& submission);

/// Prints what the regime says of the submission; without its words the reference and the code. Nothing when
/// there is neither.
void markDocument(Call& call, const Submission& submission, const Outcome& outcome);

/// submitted (or pending) → accepted, with fiscal.accepted.
void accept(Call& call, Submission& submission, const Outcome& outcome);
/// submitted, accepted → rejected, with fiscal.rejected.
void reject(Call& call, Submission& submission, const Outcome& outcome);
/// Not sent yet, since the authority wants a pause: due when the regime says. This counts as no failure.
void postpone(Call& call, Submission& submission, const Outcome& outcome);
/// A transport failure: tried again after 1, 5, 30 minutes, 2, 12, 24 hours or as the regime says; the
/// seventh ends it.
void retry(Call& call, Submission& submission, const Outcome& outcome);

} // namespace svc::compliance

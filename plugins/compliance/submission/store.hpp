#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "bindings.hpp"

namespace svc::compliance {

/// A document being submitted to an authority. The record is the one that the API shows.
using Submission = api::FiscalSubmission;
using Status = api::FiscalSubmissionStatus;
using Operation = api::FiscalOperation;
using DocumentKind = api::FiscalDocumentKind;
/// One status in the authority's own life cycle.
using AuthorityStatus = api::FiscalAuthorityStatus;

/// Is the submission still to be sent, or unanswered?
constexpr bool isOpen(Status status) {
    return status == Status::Pending || status == Status::Submitted || status == Status::Held;
}

/// `payload`: the data to send, in base 64, if the regime sealed it with the document. `batched`: it goes out
/// in the message of another submission, and no job is filed to send it.
void insertSubmission(Call& call, const Submission& submission,
                      const std::optional<std::string>& payload = std::nullopt, bool batched = false);
/// In base 64.
std::optional<std::string> payloadOf(Call& call, FiscalSubmissionId id);
/// Writes all changeable columns; `status` is a new status in the authority's life cycle.
void updateSubmission(Call& call, const Submission& submission,
                      const std::optional<AuthorityStatus>& status = std::nullopt);
/// Counts one more failure; returns how many there were.
std::int64_t countFailure(Call& call, FiscalSubmissionId id);
std::optional<Submission> lockSubmission(Call& call, FiscalSubmissionId id);
/// Pending submissions of a regime that are sent on their own, oldest first, without their statuses.
std::vector<Submission> pendingSubmissions(Call& call, std::string_view regime);
/// Takes the oldest pending batched submission of a regime out of its batch; without its statuses.
std::optional<Submission> unbatchOldest(Call& call, std::string_view regime);
/// The open submissions of a regime.
struct Waiting {
    std::int64_t held = 0; ///< a user has to decide
    std::int64_t pending = 0;
    std::optional<Instant> since; ///< of the oldest pending one
};
Waiting waitingAt(Call& call, std::string_view regime);
/// Newest first, with their statuses.
std::vector<Submission> submissionsOf(Call& call, DocumentKind kind, std::string_view documentId);

} // namespace svc::compliance

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

namespace svc::compliance {

struct SubmissionStatus {
    std::string code;
    std::string label;
    Instant at;
    std::string direction = "in";
};

/// A document on its way to an authority.
struct Submission {
    Uuid id;
    std::string regime;
    std::string kind; ///< sale, credit_note or cash_session
    std::string documentId;
    std::optional<std::string> documentNumber;
    std::string operation = "issue"; ///< issue, credit, cancel or report
    std::string status = "pending";  ///< pending, submitted, accepted, rejected, failed or held
    std::int64_t attempts = 0;
    std::optional<std::string> reference;
    std::optional<std::string> qrCode;
    std::optional<std::string> error;
    std::optional<std::string> errorCode;
    std::optional<std::string> payloadSha256;
    std::optional<Instant> submittedAt;
    std::optional<Instant> answeredAt;
    std::optional<Instant> nextAttemptAt;
    std::int64_t version = 1;
    std::vector<SubmissionStatus> statuses;
};

void insertSubmission(Call& call, const Submission& submission);
/// Writes everything that may change; `status` is a new line of the authority's life cycle.
void updateSubmission(Call& call, const Submission& submission,
                      const std::optional<SubmissionStatus>& status = std::nullopt);
std::optional<Submission> lockSubmission(Call& call, const Uuid& id);
/// Newest first, with their statuses.
std::vector<Submission> submissionsOf(Call& call, std::string_view kind, std::string_view documentId);

} // namespace svc::compliance

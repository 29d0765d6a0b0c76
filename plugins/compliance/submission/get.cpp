#include "submission/moves.hpp"

namespace svc::compliance {

std::optional<Submission> commands::fiscalSubmission(Call& call,
                                                     const commands::FiscalSubmissionInput& input) {
    return lockSubmission(call, input.id);
}

std::optional<Submission> commands::fiscalAcceptance(Call& call,
                                                     const commands::FiscalAcceptanceInput& input) {
    return acceptedIssue(submissionsOf(call, input.kind, input.documentId), input.regime);
}

} // namespace svc::compliance

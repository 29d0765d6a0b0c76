#include "submission/moves.hpp"

namespace svc::compliance {

Answer<200, Submission> resolveSubmission(Request& request,
                                          const api::ResolveSubmissionParameters& parameters,
                                          const api::FiscalResolution& body) {
    auto found = lockSubmission(request, parameters.submissionId);
    if (!found) {
        throw ApiError(404, "submission-not-found");
    }
    if (found->status != Status::Held) {
        throw ApiError(400, "submission-not-held");
    }
    switch (body.outcome) {
    case api::FiscalResolutionOutcome::Accepted:
        accept(request, *found, {.reference = body.reference});
        break;
    case api::FiscalResolutionOutcome::Rejected:
        reject(request, *found, {.error = body.error});
        break;
    case api::FiscalResolutionOutcome::Resend:
        resend(request, *found);
        break;
    }
    return *std::move(found);
}

} // namespace svc::compliance

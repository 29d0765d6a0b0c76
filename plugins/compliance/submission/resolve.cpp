#include <svc/text.hpp>

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
    const bool isNamed = body.reference && !trim(*body.reference).empty();
    switch (body.outcome) {
    case api::FiscalResolutionOutcome::Accepted:
        // Papers that correct the document refer to it by the reference.
        if (!isNamed && !found->reference) {
            throw fieldRequired("reference");
        }
        accept(request, *found, {.reference = isNamed ? body.reference : std::nullopt});
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

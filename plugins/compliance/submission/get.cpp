#include "submission/store.hpp"

namespace svc::compliance {

std::optional<Submission> commands::fiscalSubmission(Call& call,
                                                     const commands::FiscalSubmissionInput& input) {
    return lockSubmission(call, input.id);
}

} // namespace svc::compliance

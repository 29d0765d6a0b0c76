#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"

namespace svc::compliance {

/// An attempt to send a submission whose answer is not known yet.
struct OpenAttempt {
    std::int64_t number = 1;
    bool isNew = true; ///< false: an earlier run began it and did not record its end
};

/// The open attempt of a submission; begins one when there is none.
OpenAttempt beginAttempt(Call& call, FiscalSubmissionId submission);
/// Stores the request and answer bytes too, in base 64.
void endAttempt(Call& call, FiscalSubmissionId submission, std::int64_t number, std::string_view outcome,
                const std::optional<std::string>& request, const std::optional<std::string>& answer);

} // namespace svc::compliance

#pragma once

#include <optional>
#include <string>

#include "bindings.hpp"

namespace svc::compliance {

/// A try to send a submission whose answer is not known yet.
struct OpenAttempt {
    std::int64_t number = 1;
    bool isNew = true; ///< false: an earlier run began it and never told its end
};

/// The open try of a submission; begins one when there is none.
OpenAttempt beginAttempt(Call& call, FiscalSubmissionId submission);
/// With the bytes that went out and came back, in base 64.
void endAttempt(Call& call, FiscalSubmissionId submission, std::int64_t number, std::string_view outcome,
                const std::optional<std::string>& request, const std::optional<std::string>& answer);

} // namespace svc::compliance

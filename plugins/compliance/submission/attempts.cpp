#include "submission/attempts.hpp"

namespace svc::compliance {

OpenAttempt beginAttempt(Call& call, FiscalSubmissionId submission) {
    const Rows last =
        call.db().query("SELECT number, ended_at IS NULL FROM compliance.attempt WHERE company_id = $1"
                        " AND submission_id = $2 ORDER BY number DESC LIMIT 1",
                        call.companyId(), submission);
    if (!last.empty() && last[0].boolean(1)) {
        return {last[0].integer(0), false};
    }
    const std::int64_t number = last.empty() ? 1 : last[0].integer(0) + 1;
    call.db().send("INSERT INTO compliance.attempt (company_id, submission_id, number, began_at)"
                   " VALUES ($1, $2, $3, $4)",
                   call.companyId(), submission, number, call.now());
    return {number, true};
}

void endAttempt(Call& call, FiscalSubmissionId submission, std::int64_t number, std::string_view outcome,
                const std::optional<std::string>& request, const std::optional<std::string>& answer) {
    call.db().send(
        "UPDATE compliance.attempt SET ended_at = $4, outcome = $5, request = decode($6, 'base64'),"
        " answer = decode($7, 'base64') WHERE company_id = $1 AND submission_id = $2"
        " AND number = $3 AND ended_at IS NULL",
        call.companyId(), submission, number, call.now(), outcome, request, answer);
}

} // namespace svc::compliance

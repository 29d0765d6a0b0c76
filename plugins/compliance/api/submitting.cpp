#include "api/submitting.hpp"

#include <array>
#include <set>

namespace svc::compliance {
namespace {

/// Minutes after each failure.
constexpr std::array<std::int64_t, 6> Waits = {1, 5, 30, 120, 720, 1440};

Json documentOf(const Submission& one) {
    return Json::object({{"id", encodeId("fsc", one.id)},
                         {"regime", one.regime},
                         {"kind", one.kind},
                         {"documentId", one.documentId},
                         {"documentNumber", one.documentNumber},
                         {"operation", one.operation}});
}

std::optional<SubmissionStatus> statusOf(Call& call, const Json& outcome) {
    const Json& given = outcome["status"];
    if (!given.isObject()) {
        return std::nullopt;
    }
    const auto at = Instant::parse(given.textOr("at"));
    return SubmissionStatus{given.textOr("code"), given.textOr("label"),
                            at ? *at : call.now().truncatedToMillis(), given.textOr("direction", "in")};
}

/// What the sale shows: refused by anyone, else still to be answered by anyone, else accepted. What could not
/// be sent after all is not there for the authority. Of each regime the newest submission counts.
std::string fiscalStatusOf(const std::vector<Submission>& newestFirst) {
    std::set<std::string> seen;
    bool rejected = false;
    bool open = false;
    bool accepted = false;
    for (const Submission& one : newestFirst) {
        if (one.operation != "issue" || !seen.insert(one.regime).second) {
            continue;
        }
        rejected = rejected || one.status == "rejected";
        open = open || one.status == "pending" || one.status == "submitted" || one.status == "held";
        accepted = accepted || one.status == "accepted";
    }
    return rejected ? "rejected" : open ? "pending" : accepted ? "accepted" : "none";
}

void move(Call& call, Submission& one, std::string status, const Json& outcome) {
    const std::string before = one.status;
    one.status = std::move(status);
    ++one.version;
    const auto line = statusOf(call, outcome);
    updateSubmission(call, one, line);
    if (line) {
        one.statuses.push_back(*line);
    }
    call.history(one.kind, one.documentId, "fiscal." + one.status,
                 Json::array({Json::object(
                     {{"field", "fiscal." + one.regime}, {"from", before}, {"to", one.status}})}));
    showOnDocument(call, one);
}

} // namespace

void showOnDocument(Call& call, const Submission& one) {
    if (one.kind == "sale" && one.operation == "issue") {
        const std::string status = fiscalStatusOf(submissionsOf(call, one.kind, one.documentId));
        call.command("sales.fiscal_status", Json::object({{"id", one.documentId}, {"fiscalStatus", status}}));
    }
}

Json submissionJson(const Submission& one) {
    Json json = documentOf(one);
    json.add("status", one.status);
    json.add("attempts", one.attempts);
    json.add("reference", one.reference);
    json.add("qrCode", one.qrCode);
    json.add("error", one.error);
    json.add("errorCode", one.errorCode);
    json.add("payloadSha256", one.payloadSha256);
    json.add("submittedAt", one.submittedAt);
    json.add("answeredAt", one.answeredAt);
    json.add("nextAttemptAt", one.nextAttemptAt);
    Json statuses = Json::array();
    for (const SubmissionStatus& status : one.statuses) {
        statuses.push(Json::object({{"code", status.code},
                                    {"label", status.label},
                                    {"at", status.at},
                                    {"direction", status.direction}}));
    }
    json.add("statuses", std::move(statuses));
    return json;
}

Submission submit(Call& call, const std::string& regime, const Paper& paper) {
    for (const Submission& earlier : submissionsOf(call, paper.kind, paper.documentId)) {
        if (earlier.regime != regime || earlier.operation != paper.operation) {
            continue;
        }
        if (earlier.status == "pending" || earlier.status == "submitted" || earlier.status == "held") {
            throw ApiError(400, "submission-in-progress");
        }
        if (earlier.status == "accepted") {
            throw ApiError(400, "submission-accepted");
        }
    }
    Submission one;
    one.id = call.newUuid();
    one.regime = regime;
    one.kind = paper.kind;
    one.documentId = paper.documentId;
    one.documentNumber = paper.documentNumber;
    one.operation = paper.operation;
    one.nextAttemptAt = call.now().truncatedToMillis();
    insertSubmission(call, one);
    call.history(
        one.kind, one.documentId, "fiscal.pending",
        Json::array({Json::object({{"field", "fiscal." + regime}, {"from", nullptr}, {"to", "pending"}})}));
    showOnDocument(call, one);
    return one;
}

void accept(Call& call, Submission& one, const Json& outcome) {
    if (const auto reference = outcome.optionalText("reference")) {
        one.reference = reference;
    }
    if (const auto code = outcome.optionalText("qrCode")) {
        one.qrCode = code;
    }
    one.answeredAt = call.now().truncatedToMillis();
    one.submittedAt = one.submittedAt ? one.submittedAt : one.answeredAt;
    one.nextAttemptAt.reset();
    one.error.reset();
    one.errorCode.reset();
    move(call, one, "accepted", outcome);
    Json data = documentOf(one);
    data.add("reference", one.reference);
    data.add("qrCode", one.qrCode);
    data.add("acceptedAt", one.answeredAt);
    call.emit("fiscal.accepted", "fiscal_submission", encodeId("fsc", one.id), data);
}

void reject(Call& call, Submission& one, const Json& outcome) {
    one.error = outcome.textOr("error", "refused");
    one.errorCode = outcome.optionalText("errorCode");
    one.answeredAt = call.now().truncatedToMillis();
    one.submittedAt = one.submittedAt ? one.submittedAt : one.answeredAt;
    one.nextAttemptAt.reset();
    move(call, one, "rejected", outcome);
    Json data = documentOf(one);
    data.add("error", one.error);
    data.add("errorCode", one.errorCode);
    data.add("rejectedAt", one.answeredAt);
    call.emit("fiscal.rejected", "fiscal_submission", encodeId("fsc", one.id), data);
}

void retry(Call& call, Submission& one, const Json& outcome) {
    one.error = outcome.optionalText("error");
    one.errorCode = outcome.optionalText("errorCode");
    const auto failure = static_cast<std::size_t>(one.attempts++);
    if (failure >= Waits.size()) {
        one.nextAttemptAt.reset();
        move(call, one, "failed", outcome);
        return;
    }
    const auto wished = Instant::parse(outcome.textOr("nextAttemptAt"));
    one.nextAttemptAt =
        wished ? *wished : (call.now() + Waits[failure] * Instant::Minute).truncatedToMillis();
    move(call, one, "pending", outcome);
}

} // namespace svc::compliance

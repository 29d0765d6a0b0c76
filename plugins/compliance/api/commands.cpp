// What regimes call.
#include <set>

#include "api/regime.hpp"
#include "api/routes.hpp"
#include "api/submitting.hpp"

namespace svc::compliance {
namespace {

Submission requireSubmission(Call& call, const Json& input) {
    const auto id = decodeId("fsc", input.textOr("submissionId"));
    auto found = id ? lockSubmission(call, *id) : std::nullopt;
    if (!found) {
        throw ApiError(404, "submission-not-found");
    }
    return *std::move(found);
}

[[noreturn]] void impossible(const Submission& one, std::string_view outcome) {
    throw Fault("submission " + encodeId("fsc", one.id) + " is " + one.status + " and cannot become " +
                std::string(outcome));
}

} // namespace

Json registerCommand(Call& call, const Json& input) {
    const std::string regime = input.textOr("regime");
    const auto own = lockRegime(call, regime);
    if (!own || own->state != "enabled") {
        throw ApiError(400, "regime-not-enabled");
    }
    return submissionJson(submit(call, regime,
                                 {input.textOr("kind", "sale"), input.textOr("documentId"),
                                  input.optionalText("documentNumber"), input.textOr("operation", "issue")}));
}

Json sentCommand(Call& call, const Json& input) {
    Submission one = requireSubmission(call, input);
    if (one.status != "pending") {
        impossible(one, "submitted");
    }
    one.status = "submitted";
    one.submittedAt = call.now().truncatedToMillis();
    one.nextAttemptAt.reset();
    if (const auto digest = input.optionalText("payloadSha256")) {
        one.payloadSha256 = digest;
    }
    if (const auto reference = input.optionalText("reference")) {
        one.reference = reference;
    }
    ++one.version;
    updateSubmission(call, one);
    return submissionJson(one);
}

Json outcomeCommand(Call& call, const Json& input) {
    Submission one = requireSubmission(call, input);
    const std::string outcome = input.textOr("outcome");
    const bool underWay = one.status == "pending" || one.status == "submitted" || one.status == "held";
    if (outcome == "accepted" && underWay) {
        accept(call, one, input);
    } else if (outcome == "rejected" && (underWay || one.status == "accepted")) {
        reject(call, one, input);
    } else if (outcome == "retry" && underWay) {
        retry(call, one, input);
    } else if ((outcome == "held" && one.status == "submitted") || (outcome == "failed" && underWay)) {
        one.status = outcome;
        one.error = input.optionalText("error");
        one.errorCode = input.optionalText("errorCode");
        one.nextAttemptAt.reset();
        ++one.version;
        updateSubmission(call, one);
        call.history(one.kind, one.documentId, "fiscal." + outcome);
        showOnDocument(call, one);
    } else {
        impossible(one, outcome);
    }
    return submissionJson(one);
}

Json submissionCommand(Call& call, const Json& input) {
    const auto id = decodeId("fsc", input.textOr("id"));
    const auto found = id ? lockSubmission(call, *id) : std::nullopt;
    return found ? submissionJson(*found) : Json(nullptr);
}

void saleCancelledHook(Call& call, const Json& event) {
    const std::string sale = event["objectId"].text();
    const auto own = listRegimes(call);
    std::set<std::string> seen;
    for (const Submission& one : submissionsOf(call, "sale", sale)) {
        const auto regime = own.find(one.regime);
        const bool enabled = regime != own.end() && regime->second.state == "enabled";
        if (one.operation == "issue" && seen.insert(one.regime).second && one.status == "accepted" &&
            enabled) {
            submit(call, one.regime, {one.kind, one.documentId, one.documentNumber, "cancel"});
        }
    }
}

} // namespace svc::compliance

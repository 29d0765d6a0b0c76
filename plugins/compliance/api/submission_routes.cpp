// Submissions for the people of the company.
#include <algorithm>
#include <array>

#include "api/regime.hpp"
#include "api/routes.hpp"
#include "api/submitting.hpp"

namespace svc::compliance {
namespace {

/// The regime that takes sales: the one named, else the first enabled one that keeps no mere journal.
std::string regimeFor(Call& call, const std::optional<std::string>& wished) {
    const auto own = listRegimes(call);
    for (const Regime& regime : allRegimes(call)) {
        const auto found = own.find(regime.id);
        const bool enabled = found != own.end() && found->second.state == "enabled";
        if (enabled && (wished ? *wished == regime.id : regime.kind != "sealing")) {
            return regime.id;
        }
    }
    throw ApiError(400, "regime-not-enabled");
}

bool exists(Call& call, std::string_view kind, std::string_view id) {
    if (kind == "sale") {
        return !call.command("sales.get", Json::object({{"id", id}})).isNull();
    }
    const std::string command = "document." + std::string(kind);
    return call.offers(command) && !call.command(command, Json::object({{"id", id}})).isNull();
}

} // namespace

Response submitSale(Request& request) {
    const Json sale = request.command("sales.get", Json::object({{"id", request.path("saleId")}}));
    if (sale.isNull()) {
        throw ApiError(404, "sale-not-found");
    }
    const std::string regime = regimeFor(request, request.body().optionalText("regime"));
    if (sale.textOr("kind") != "invoice") {
        throw ApiError(400, "sale-not-invoice");
    }
    const Submission one =
        submit(request, regime, {"sale", sale["id"].text(), sale.optionalText("number"), "issue"});
    return Response::json(202, submissionJson(one));
}

Response resolveSubmission(Request& request) {
    auto found = lockSubmission(request, request.pathId("submissionId", "fsc", "submission-not-found"));
    if (!found) {
        throw ApiError(404, "submission-not-found");
    }
    if (found->status != "held") {
        throw ApiError(400, "submission-not-held");
    }
    const Json& body = request.body();
    const std::string outcome = body.textOr("outcome");
    if (outcome == "accepted") {
        accept(request, *found, body);
    } else if (outcome == "rejected") {
        reject(request, *found, body);
    } else {
        retry(request, *found, Json::object({{"nextAttemptAt", request.now().toString()}}));
    }
    return Response::json(200, submissionJson(*found));
}

Response listSubmissions(Request& request) {
    constexpr std::array<std::string_view, 3> Kinds = {"sale", "credit_note", "cash_session"};
    const std::string_view kind = request.path("kind");
    if (std::find(Kinds.begin(), Kinds.end(), kind) == Kinds.end()) {
        throw ApiError(400, "document-kind-unknown", {kind});
    }
    const std::string_view id = request.path("id");
    if (!exists(request, kind, id)) {
        throw ApiError(404, kind == "sale"          ? "sale-not-found"
                            : kind == "credit_note" ? "credit-note-not-found"
                                                    : "cash-session-not-found");
    }
    Json list = Json::array();
    for (const Submission& one : submissionsOf(request, kind, id)) {
        list.push(submissionJson(one));
    }
    const auto total = static_cast<std::int64_t>(list.size());
    return Response::json(200, list).total(total);
}

} // namespace svc::compliance

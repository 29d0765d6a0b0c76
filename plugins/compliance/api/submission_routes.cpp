// Submissions for the people of the company.
#include "api/regime.hpp"
#include "api/submitting.hpp"

namespace svc::compliance {
namespace {

/// The regime that takes sales: the one named, else the first enabled one that keeps no mere journal.
Regime regimeFor(Call& call, const std::optional<std::string>& wished) {
    const auto own = listRegimes(call);
    for (const Regime& regime : allRegimes(call)) {
        const auto found = own.find(regime.id);
        const bool enabled = found != own.end() && found->second.state == RegimeState::Enabled;
        if (enabled && (wished ? *wished == regime.id : regime.kind != api::FiscalRegimeKind::Sealing)) {
            return regime;
        }
    }
    throw ApiError(400, "regime-not-enabled");
}

bool exists(Call& call, DocumentKind kind, const std::string& id) {
    const std::string command = "document." + std::string(toText(kind));
    return call.offers(command) && !call.command(command, Json::object({{"id", id}})).isNull();
}

std::string_view notFound(DocumentKind kind) {
    switch (kind) {
    case DocumentKind::Sale:
        return "sale-not-found";
    case DocumentKind::CreditNote:
        return "credit-note-not-found";
    case DocumentKind::CashSession:
        return "cash-session-not-found";
    }
    return {};
}

} // namespace

Answer<202, Submission> submitSale(Request& request, const api::SubmitSaleParameters& parameters,
                                   const api::SubmitSaleBody& body) {
    const auto sale = calls::sales::get(request, {.id = parameters.saleId});
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    const Regime regime = regimeFor(request, body.regime);
    if (sale->kind != calls::sales::SaleKind::Invoice && !regime.takes(std::string(toText(sale->kind)))) {
        throw ApiError(400, "sale-not-invoice");
    }
    return submit(request, {.regime = regime.id,
                            .kind = DocumentKind::Sale,
                            .documentId = parameters.saleId.toString(),
                            .documentNumber = sale->number,
                            .operation = Operation::Issue});
}

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
        retry(request, *found, {.nextAttemptAt = request.now()});
        break;
    }
    return *std::move(found);
}

Answer<200, std::vector<Submission>> listSubmissions(Request& request,
                                                     const api::ListSubmissionsParameters& parameters) {
    DocumentKind kind{};
    if (!fromText(parameters.kind, kind)) {
        throw ApiError(400, "document-kind-unknown", {parameters.kind});
    }
    if (!exists(request, kind, parameters.id)) {
        throw ApiError(404, notFound(kind));
    }
    const std::vector<Submission> list = submissionsOf(request, kind, parameters.id);
    return Answer<200, std::vector<Submission>>(list).total(static_cast<std::int64_t>(list.size()));
}

} // namespace svc::compliance

#include "host/http/pipeline/checks/checks.hpp"

#include <svc/error.hpp>

namespace svc::host::http {

// Binds a public operation to the company of its path; there is no caller.
void Pipeline::findPublicCompany(const openapi::Operation& operation, Trace& trace,
                                 Exchange& exchange) const {
    using From = openapi::Operation::CompanyFrom;
    if (operation.companyFrom == From::Nothing) {
        return;
    }
    if (operation.companyFrom == From::State) {
        // Consent flows other than OAuth return the same text in `ref`.
        const auto reference = exchange.queryValue("ref");
        const std::string_view state =
            exchange.queryValue("state").value_or(reference.value_or(std::string_view()));
        const auto id = decodeId("com", state.substr(0, state.find('.')));
        exchange.company = id ? gatekeeper_.company(*id) : std::nullopt;
        if (!exchange.company) {
            throw ApiError(400, "state-invalid");
        }
        trace.company = exchange.company->id;
        return;
    }
    const std::string& value = exchange.parameters.find(operation.companyParameter())->second;
    const char* unknown = "company-not-found";
    if (operation.companyFrom == From::Slug) {
        unknown = "shop-not-found";
        exchange.company = gatekeeper_.companyOfSlug(value);
    } else if (operation.companyFrom == From::Token) {
        unknown = "document-not-found";
        if (auto document = gatekeeper_.publicDocument(value)) {
            exchange.company = gatekeeper_.company(document->company);
            exchange.parameters.insert_or_assign("documentKind", std::move(document->kind));
            exchange.parameters.insert_or_assign("documentId", std::move(document->id));
        }
    } else if (const auto id = decodeId("com", value)) {
        exchange.company = gatekeeper_.company(*id);
    }
    if (!exchange.company) {
        throw ApiError(404, unknown);
    }
    trace.company = exchange.company->id;
}

void Pipeline::Check::company(Pipeline& pipeline, Run& run, Trace& trace) {
    if (run.isPublic()) {
        pipeline.findPublicCompany(run.operation, trace, run.exchange);
        return;
    }
    const std::optional<CompanyFacts>& company = trace.exchange.company;
    if (company) {
        trace.company = company->id;
    } else if (run.operation.ofCompany() && trace.exchange.parameters.count("companyId") > 0) {
        throw ApiError(404, "company-not-found");
    }
}

} // namespace svc::host::http

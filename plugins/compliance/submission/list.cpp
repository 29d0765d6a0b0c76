#include "submission/store.hpp"

namespace svc::compliance {
namespace {

bool exists(Call& call, DocumentKind kind, const std::string& id) {
    switch (kind) {
    case DocumentKind::Sale:
        return calls::sales::documentSale(call, {.id = SaleId::parseOrNil(id)}).has_value();
    case DocumentKind::CreditNote:
        return calls::sales::documentCreditNote(call, {.id = CreditNoteId::parseOrNil(id)}).has_value();
    case DocumentKind::CashSession:
        return calls::treasury::offersDocumentCashSession(call) &&
               calls::treasury::documentCashSession(call, {.id = CashSessionId::parseOrNil(id)}).has_value();
    }
    return false;
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

Answer<200, std::vector<Submission>> listSubmissions(Request& request,
                                                     const api::ListSubmissionsParameters& parameters) {
    DocumentKind kind{};
    if (!fromText(parameters.kind, kind)) {
        throw unknownName(400, "document-kind-unknown", parameters.kind);
    }
    if (!exists(request, kind, parameters.id)) {
        throw ApiError(404, notFound(kind));
    }
    const std::vector<Submission> list = submissionsOf(request, kind, parameters.id);
    return Answer<200, std::vector<Submission>>(rowsOn(parameters.page, list))
        .total(static_cast<std::int64_t>(list.size()));
}

} // namespace svc::compliance

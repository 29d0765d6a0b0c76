#include "regime/known.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {
namespace {

/// A cancelled sale that was accepted is submitted as a cancellation. If the regime seals, its credit note is
/// submitted instead.
Operation operationOf(Call& call, const Regime& regime, const calls::sales::Sale& sale) {
    const bool isCancelled = sale.status == calls::sales::SaleStatus::Cancelled;
    return isCancelled && !verbs::offersPrepare(call, regime.id) &&
                   acceptedIssue(submissionsOf(call, DocumentKind::Sale, sale.id.toString()), regime.id)
               ? Operation::Cancel
               : Operation::Issue;
}

} // namespace
Answer<202, Submission> submitSale(Request& request, const api::SubmitSaleParameters& parameters,
                                   const api::SubmitSaleBody& body) {
    const auto sale = calls::sales::get(request, {.id = parameters.saleId});
    if (!sale) {
        throw ApiError(404, "sale-not-found");
    }
    const Regime regime = regimeToSubmitTo(request, body.regime);
    if (sale->kind != calls::sales::SaleKind::Invoice && !regime.takes(std::string(toText(sale->kind)))) {
        throw ApiError(400, "sale-not-invoice");
    }
    return submit(request, {.regime = regime.id,
                            .kind = DocumentKind::Sale,
                            .documentId = parameters.saleId.toString(),
                            .documentNumber = sale->number,
                            .operation = operationOf(request, regime, *sale)});
}

} // namespace svc::compliance

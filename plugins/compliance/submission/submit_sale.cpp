#include "regime/known.hpp"
#include "submission/moves.hpp"

namespace svc::compliance {
namespace {

/// The regime that takes sales: the one named, else the first enabled one that keeps no mere journal. One
/// that seals and sends nothing has nobody to submit to.
Regime regimeFor(Call& call, const std::optional<std::string>& wished) {
    const auto own = listRegimes(call);
    for (const Regime& regime : allRegimes(call)) {
        const auto found = own.find(regime.id);
        const bool enabled = found != own.end() && found->second.state == RegimeState::Enabled;
        const bool seals = regime.kind == api::FiscalRegimeKind::Sealing;
        const bool sends = !seals || call.offers(verbOf(regime.id, "send"));
        if (enabled && sends && (wished ? *wished == regime.id : !seals)) {
            return regime;
        }
    }
    throw ApiError(400, "regime-not-enabled");
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

} // namespace svc::compliance

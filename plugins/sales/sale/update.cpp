#include "sale/store/writes.hpp"
#include "sale/view.hpp"
#include "trade/edits.hpp"

namespace svc::sales {

Answer<200, api::Sale> updateSale(Request& request, const api::UpdateSaleParameters& parameters,
                                  const api::SaleUpdate& body) {
    Sale sale = lockSale(request, parameters.saleId);
    request.checkVersion(sale.version);
    if (sale.status == api::SaleStatus::Cancelled) {
        throw ApiError(400, "sale-cancelled");
    }
    if (body.dueDate.hasValue() && *body.dueDate < sale.date) {
        throw fieldInvalid("dueDate");
    }
    Json changes = Json::array();
    trade::take("note", body.note, sale.note, changes);
    trade::take("dueDate", body.dueDate, sale.dueDate, changes);
    trade::take("purchaseOrderRef", body.purchaseOrderRef, sale.purchaseOrderRef, changes);
    trade::take("externalId", body.externalId, sale.externalId, changes);
    if (!changes.empty()) {
        updateEditable(request, sale);
        request.history("sale", sale.id.toString(), "sale.updated", changes);
    }
    const api::Sale changed = shown(request, findWholeSale(request, sale.id).value());
    return Answer<200, api::Sale>(changed).etag(changed.version);
}

} // namespace svc::sales

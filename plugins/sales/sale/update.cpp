#include "sale/store/writes.hpp"
#include "sale/view.hpp"

namespace svc::sales {
namespace {

/// Applies a member of the request if it is present; null clears it. Notes the change.
template <class Value>
void take(const Field<Value>& given, std::string_view field, std::optional<Value>& value, Json& changes) {
    if (!given.isAbsent() && given.value() != value) {
        changes.push(Json::object({{"field", field}, {"from", value}, {"to", given.value()}}));
        value = given.value();
    }
}

} // namespace

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
    take(body.note, "note", sale.note, changes);
    take(body.dueDate, "dueDate", sale.dueDate, changes);
    take(body.purchaseOrderRef, "purchaseOrderRef", sale.purchaseOrderRef, changes);
    take(body.externalId, "externalId", sale.externalId, changes);
    if (!changes.empty()) {
        updateEditable(request, sale);
        request.history("sale", sale.id.toString(), "sale.updated", changes);
    }
    const api::Sale changed = shown(request, findWholeSale(request, sale.id).value());
    return Answer<200, api::Sale>(changed).etag(changed.version);
}

} // namespace svc::sales

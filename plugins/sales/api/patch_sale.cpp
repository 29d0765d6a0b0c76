#include "api/routes.hpp"
#include "api/sale_view.hpp"
#include "store/sale_store.hpp"
#include "store/sale_writes.hpp"

namespace svc::sales {
namespace {

/// Takes over a text of the body when it is there; null clears it. Notes the change.
void takeText(const Json& body, std::string_view field, std::optional<std::string>& value, Json& changes) {
    if (!body.contains(field)) {
        return;
    }
    std::optional<std::string> given = body.optionalText(field);
    if (given != value) {
        changes.push(Json::object({{"field", field}, {"from", value}, {"to", given}}));
        value = std::move(given);
    }
}

void takeDueDate(const Json& body, Sale& sale, Json& changes) {
    if (!body.contains("dueDate")) {
        return;
    }
    const auto text = body.optionalText("dueDate");
    const std::optional<Date> given = text ? Date::parse(*text) : std::nullopt;
    if (given && *given < sale.date) {
        throw fieldInvalid("dueDate");
    }
    if (given != sale.dueDate) {
        changes.push(Json::object({{"field", "dueDate"}, {"from", sale.dueDate}, {"to", given}}));
        sale.dueDate = given;
    }
}

} // namespace

Response updateSaleRoute(Request& request) {
    const Uuid id = request.pathId("saleId", "sal", "sale-not-found");
    std::optional<Sale> found = lockSale(request.db(), request.companyId(), id);
    if (!found) {
        throw ApiError(404, "sale-not-found");
    }
    request.checkVersion(found->version);
    if (found->status == "cancelled") {
        throw ApiError(400, "sale-cancelled");
    }
    const Json& body = request.body();
    Json changes = Json::array();
    takeText(body, "note", found->note, changes);
    takeDueDate(body, *found, changes);
    takeText(body, "purchaseOrderRef", found->purchaseOrderRef, changes);
    takeText(body, "externalId", found->externalId, changes);
    if (!changes.empty()) {
        updateEditable(request, *found);
        request.history("sale", encodeId("sal", id), "sale.updated", changes);
    }
    const auto sale = findWholeSale(request.db(), request.companyId(), id);
    return Response::text(200, shownSale(request, sale.value())).etag(sale->version);
}

} // namespace svc::sales

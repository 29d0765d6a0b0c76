#include "api/order_json.hpp"

namespace svc::storefront {
namespace {

Json customerJson(const Customer& customer) {
    return Json::object({{"name", customer.name}, {"phone", customer.phone}, {"email", customer.email}});
}

Json moneyJson(const Json& minor, Currency currency) {
    return Json::object({{"amount", minor}, {"currency", currency.code()}});
}

Json itemIdJson(const OrderLine& line) {
    return line.itemId ? Json(encodeId("itm", *line.itemId)) : Json(nullptr);
}

Json sourceJson(const std::optional<Source>& source) {
    if (!source) {
        return Json(nullptr);
    }
    return Json::object({{"provider", source->provider},
                         {"externalId", source->externalId},
                         {"number", source->number},
                         {"placedAt", source->placedAt},
                         {"total", source->total},
                         {"refunded", source->refundedNow ? source->refundedNow : source->refunded},
                         {"deliveryAddress", source->deliveryAddress},
                         {"change", source->change}});
}

} // namespace

Json orderJson(const Order& order) {
    Json lines = Json::array();
    for (const OrderLine& line : order.lines) {
        lines.push(Json::object({{"itemId", itemIdJson(line)},
                                 {"sku", line.sku},
                                 {"label", line.label},
                                 {"quantity", line.quantity},
                                 {"unitPrice", line.unitPrice},
                                 {"taxRate", line.chargedRate},
                                 {"total", line.amount}}));
    }
    return Json::object({{"id", encodeId("ord", order.id)},
                         {"number", order.number},
                         {"status", order.status},
                         {"channel", order.channel},
                         {"businessUnitId", encodeId("bus", order.businessUnitId)},
                         {"table", order.table},
                         {"customer", customerJson(order.customer)},
                         {"currency", order.currency.code()},
                         {"total", order.total},
                         {"pricesIncludeTax", order.pricesIncludeTax},
                         {"lines", std::move(lines)},
                         {"note", order.note},
                         {"source", sourceJson(order.source)},
                         {"reason", order.reason},
                         {"saleId", order.saleId ? Json(encodeId("sal", *order.saleId)) : Json(nullptr)},
                         {"decidedAt", order.decidedAt},
                         {"createdAt", order.createdAt},
                         {"updatedAt", order.updatedAt},
                         {"version", order.version},
                         {"createdBy", actorJson(order.createdByKind, order.createdById)}});
}

Json orderEvent(const Order& order) {
    Json lines = Json::array();
    for (const OrderLine& line : order.lines) {
        lines.push(Json::object({{"itemId", itemIdJson(line)},
                                 {"label", line.label},
                                 {"quantity", line.quantity},
                                 {"unitPrice", moneyJson(line.unitPrice, order.currency)}}));
    }
    return Json::object({{"id", encodeId("ord", order.id)},
                         {"number", order.number},
                         {"channel", order.channel},
                         {"businessUnitId", encodeId("bus", order.businessUnitId)},
                         {"customer", customerJson(order.customer)},
                         {"total", moneyJson(order.total, order.currency)},
                         {"lines", std::move(lines)},
                         {"note", order.note}});
}

} // namespace svc::storefront

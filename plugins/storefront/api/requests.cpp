// Order requests for the people of the company: what waits, and what becomes of it.
#include "api/order_json.hpp"
#include "api/routes.hpp"
#include "store/orders.hpp"

namespace svc::storefront {
namespace {

constexpr std::string_view NotFound = "order-request-not-found";

/// The request of the path, locked, still to be decided.
Order openOrder(Request& request) {
    auto order = findOrder(request, request.pathId("orderRequestId", "ord", NotFound), true);
    if (!order) {
        throw ApiError(404, NotFound);
    }
    if (order->status != "received") {
        throw ApiError(400, "order-request-closed");
    }
    return *std::move(order);
}

void decide(Call& call, Order& order, std::string status) {
    const std::string before = order.status;
    order.status = std::move(status);
    order.decidedAt = order.updatedAt = call.now().truncatedToMillis();
    ++order.version;
    decideOrder(call, order);
    call.history("order_request", encodeId("ord", order.id), order.status,
                 Json::array({Json::object({{"field", "status"}, {"from", before}, {"to", order.status}})}));
}

/// A line of POST /sales.
Json saleLineOf(const OrderLine& line, Currency currency) {
    Json sold = Json::object(
        {{"quantity", line.quantity}, {"unitPrice", line.unitPrice.shifted(-currency.digits())}});
    if (line.itemId) {
        sold.set("itemId", encodeId("itm", *line.itemId));
    } else {
        sold.set("label", line.label);
    }
    if (line.chargedRate) {
        sold.set("taxRate", *line.chargedRate);
    }
    return sold;
}

/// The body of POST /sales: the prices are those that the guest saw, in major units.
Json saleOf(const Order& order, const Json& body) {
    Json lines = Json::array();
    for (const OrderLine& line : order.lines) {
        lines.push(saleLineOf(line, order.currency));
    }
    Json sale = Json::object({{"businessUnitId", encodeId("bus", order.businessUnitId)},
                              {"channel", "online"},
                              {"origin", "online_order"},
                              {"currency", order.currency.code()},
                              {"lines", std::move(lines)},
                              {"note", order.note}});
    if (order.pricesIncludeTax) {
        sale.set("pricesIncludeTax", *order.pricesIncludeTax);
    }
    if (order.source) {
        // A second protection against two sales of one order.
        sale.set("externalId", order.source->externalId).set("purchaseOrderRef", order.source->number);
    }
    for (const char* field : {"partnerId", "paidInFull", "walletId", "method", "deliverLater"}) {
        if (const Json* value = body.find(field); value != nullptr && !value->isNull()) {
            sale.add(field, *value);
        }
    }
    return sale;
}

} // namespace

Response listOrderRequests(Request& request) {
    const ArrayPage page = request.arrayPage();
    const InstantRange range = request.instantRange();
    OrderFilter filter;
    filter.statuses = request.filterTexts("status");
    filter.from = range.from;
    filter.before = range.before;
    filter.limit = page.limit;
    filter.offset = page.offset;
    const OrderPage found = listOrders(request, filter);
    Json records = Json::array();
    for (const Order& order : found.orders) {
        records.push(orderJson(order));
    }
    return Response::json(200, records).total(found.total);
}

Response acceptOrderRequest(Request& request) {
    Order order = openOrder(request);
    const Json sale = request.command("sales.create", saleOf(order, request.body()));
    order.saleId = decodeId("sal", sale["id"].text());
    decide(request, order, "accepted");
    return Response::json(201, sale);
}

Response rejectOrderRequest(Request& request) {
    Order order = openOrder(request);
    order.reason = request.body().optionalText("reason");
    decide(request, order, "rejected");
    return Response::json(200, orderJson(order)).etag(order.version);
}

} // namespace svc::storefront

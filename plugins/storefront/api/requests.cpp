// Order requests for the people of the company: what waits, and what becomes of it.
#include "store/orders.hpp"

namespace svc::storefront {
namespace {

/// The request, locked, still to be decided.
Order openOrder(Call& call, OrderRequestId id) {
    auto order = lockOrder(call, id);
    if (!order) {
        throw ApiError(404, "order-request-not-found");
    }
    if (order->status != api::OrderStatus::Received) {
        throw ApiError(400, "order-request-closed");
    }
    return *std::move(order);
}

void decide(Call& call, Order& order, api::OrderStatus status) {
    const std::string_view before = toText(order.status);
    const std::string_view after = toText(status);
    order.status = status;
    order.decidedAt = order.updatedAt = call.now().truncatedToMillis();
    ++order.version;
    updateOrder(call, order);
    call.history("order_request", order.id.toString(), after,
                 Json::array({Json::object({{"field", "status"}, {"from", before}, {"to", after}})}));
}

/// A line of POST /sales.
Json saleLineOf(const OrderLine& line, Currency currency) {
    Json sold = Json::object(
        {{"quantity", line.quantity}, {"unitPrice", line.unitPrice.minor().shifted(-currency.digits())}});
    if (line.itemId) {
        sold.set("itemId", *line.itemId);
    } else {
        sold.set("label", line.label);
    }
    if (line.taxRate) {
        sold.set("taxRate", *line.taxRate);
    }
    return sold;
}

/// The body of POST /sales: the prices are those that the guest saw, in major units.
Json saleOf(const Order& order, const api::OrderAcceptance& body) {
    Json lines = Json::array();
    for (const OrderLine& line : order.lines) {
        lines.push(saleLineOf(line, order.currency));
    }
    Json sale = Json::object({{"businessUnitId", order.businessUnitId},
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
    const auto add = [&](const char* field, const auto& value) {
        if (value) {
            sale.add(field, *value);
        }
    };
    add("partnerId", body.partnerId);
    add("paidInFull", body.paidInFull);
    add("walletId", body.walletId);
    add("method", body.method);
    add("deliverLater", body.deliverLater);
    return sale;
}

} // namespace

Answer<200, std::vector<api::OrderRequest>>
listOrderRequests(Request& request, const api::ListOrderRequestsParameters& parameters) {
    const OrderPage found = listOrders(
        request, {.statuses = parameters.status, .created = request.instantRange(), .page = parameters.page});
    std::vector<api::OrderRequest> records;
    for (const Order& order : found.orders) {
        records.push_back(shown(order));
    }
    return Answer<200, std::vector<api::OrderRequest>>(records).total(found.total);
}

Answer<201, Json> acceptOrderRequest(Request& request, const api::AcceptOrderRequestParameters& parameters,
                                     const api::OrderAcceptance& body) {
    Order order = openOrder(request, parameters.orderRequestId);
    const Json sale = request.command("sales.create", saleOf(order, body));
    order.saleId = SaleId::parse(sale["id"].text());
    decide(request, order, api::OrderStatus::Accepted);
    return Answer<201, Json>(sale);
}

Answer<200, api::OrderRequest> rejectOrderRequest(Request& request,
                                                  const api::RejectOrderRequestParameters& parameters,
                                                  const api::RejectOrderRequestBody& body) {
    Order order = openOrder(request, parameters.orderRequestId);
    order.reason = body.reason;
    decide(request, order, api::OrderStatus::Rejected);
    return Answer<200, api::OrderRequest>(shown(order)).etag(order.version);
}

} // namespace svc::storefront

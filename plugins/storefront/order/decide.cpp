#include "order/decide.hpp"

#include <svc/changes.hpp>

namespace svc::storefront {

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
    call.history("order_request", order.id.toString(), after, changeOf("status", before, after));
}

} // namespace svc::storefront

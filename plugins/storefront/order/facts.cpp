#include "order/store.hpp"

namespace svc::storefront {

std::optional<commands::DocumentOrderRequestOutput>
commands::documentOrderRequest(Call& call, const commands::DocumentOrderRequestInput& input) {
    const auto order = findOrder(call, input.id);
    if (!order) {
        return std::nullopt;
    }
    return commands::DocumentOrderRequestOutput{
        .id = order->id,
        .number = order->number,
        .date = call.dateOf(order->createdAt),
        .label = order->number + (order->customer.name ? ' ' + *order->customer.name : "")};
}

} // namespace svc::storefront

#include "api/place_order.hpp"
#include "store/catalogue.hpp"
#include "store/orders.hpp"

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

commands::DemonstrateOutput commands::demonstrate(Call& call) {
    Wish wish;
    wish.table = "4";
    for (const Offer& offer : readOffers(call)) {
        if (offer.available && wish.items.size() < 2) {
            wish.items.emplace_back(offer.id.toString(), Decimal(1));
        }
    }
    if (wish.items.empty()) {
        return {};
    }
    return {.orderRequestId = takeOrder(call, wish).id};
}

} // namespace svc::storefront

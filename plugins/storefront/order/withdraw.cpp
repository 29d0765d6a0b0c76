#include "order/shop_changes.hpp"
#include "page/rules/wording.hpp"

namespace svc::storefront {

commands::WithdrawOrderOutput commands::withdrawOrder(Call& call, const commands::WithdrawOrderInput& input) {
    auto order = lockShopOrder(call, input.externalId);
    if (!order) {
        return {std::nullopt, api::Withdrawal::None};
    }
    if (order->status == api::OrderStatus::Accepted) {
        noteChange(call, *order, api::ShopChange::Cancelled);
    }
    if (order->status != api::OrderStatus::Received) {
        return {order->id, api::Withdrawal::None};
    }
    order->status = api::OrderStatus::Rejected;
    order->reason = std::string(wordOf(Word::CancelledByShop, call.company().language));
    order->source->change = api::ShopChange::Cancelled;
    touch(call, *order);
    order->decidedAt = order->updatedAt;
    updateOrder(call, *order);
    call.history("order_request", order->id.toString(), "rejected",
                 Json::array({statusChange(api::OrderStatus::Received, order->status)}));
    return {order->id, api::Withdrawal::Withdrawn};
}

} // namespace svc::storefront

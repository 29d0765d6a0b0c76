#include "order/shop_changes.hpp"

namespace svc::storefront {
namespace {

Json shopChangeJson(const std::optional<api::ShopChange>& change) {
    return change ? Json(toText(*change)) : Json(nullptr);
}

} // namespace

void touch(Call& call, Order& order) {
    ++order.version;
    order.updatedAt = call.now().truncatedToMillis();
}

void noteChange(Call& call, Order& order, const std::optional<api::ShopChange>& change,
                const std::optional<MinorAmount>& refunded) {
    Source& source = *order.source;
    const MinorAmount known = order.refundedNow.value_or(source.refunded.value_or(MinorAmount()));
    Json changes = Json::array();
    if (source.change != change) {
        changes.push(Json::object({{"field", "source.change"},
                                   {"from", shopChangeJson(source.change)},
                                   {"to", shopChangeJson(change)}}));
        source.change = change;
    }
    if (refunded.value_or(known) != known) {
        changes.push(
            Json::object({{"field", "source.refunded"}, {"from", known.minor()}, {"to", refunded->minor()}}));
        order.refundedNow = refunded;
    }
    if (changes.empty()) {
        return;
    }
    touch(call, order);
    updateOrder(call, order);
    call.history("order_request", order.id.toString(), "changed_by_shop", changes);
}

Json statusChange(api::OrderStatus from, api::OrderStatus to) {
    return Json::object({{"field", "status"}, {"from", toText(from)}, {"to", toText(to)}});
}

} // namespace svc::storefront

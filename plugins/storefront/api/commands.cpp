#include "api/place_order.hpp"
#include "api/routes.hpp"
#include "store/catalogue.hpp"
#include "store/orders.hpp"

namespace svc::storefront {

Json documentCommand(Call& call, const Json& input) {
    const auto id = decodeId("ord", input.textOr("id"));
    const auto order = id ? findOrder(call, *id, false) : std::nullopt;
    if (!order) {
        return Json(nullptr);
    }
    return Json::object(
        {{"id", encodeId("ord", order->id)},
         {"number", order->number},
         {"date", call.dateOf(order->createdAt).toString()},
         {"partnerId", nullptr},
         {"label", order->number + (order->customer.name ? ' ' + *order->customer.name : "")}});
}

Json demonstrateCommand(Call& call, const Json&) {
    Wish wish;
    wish.table = "4";
    for (const Offer& offer : readOffers(call)) {
        if (offer.available && wish.items.size() < 2) {
            wish.items.emplace_back(encodeId("itm", offer.id), Decimal(1));
        }
    }
    if (wish.items.empty()) {
        return Json::object();
    }
    return Json::object({{"orderRequestId", encodeId("ord", takeOrder(call, wish).id)}});
}

} // namespace svc::storefront

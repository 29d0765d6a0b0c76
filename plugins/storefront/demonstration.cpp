#include "bindings.hpp"
#include "menu/store.hpp"
#include "order/place.hpp"

namespace svc::storefront {

commands::DemonstrateOutput commands::demonstrate(Call& call) {
    Wish wish;
    wish.table = "4";
    const MenuPage menu = readMenuPage(call, 1);
    for (const Offer& offer : menu.offers) {
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

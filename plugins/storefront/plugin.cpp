#include <svc/plugin.hpp>

#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::storefront;
    registry.route("readMenu", readMenu);
    registry.route("placeOrder", placeOrder);
    registry.route("readPublicDocument", readPublicDocument);
    registry.route("acceptPublicDocument", acceptPublicDocument);
    registry.route("declinePublicDocument", declinePublicDocument);
    registry.route("listOrderRequests", listOrderRequests);
    registry.route("acceptOrderRequest", acceptOrderRequest);
    registry.route("rejectOrderRequest", rejectOrderRequest);

    registry.command("document.order_request", documentCommand);
    registry.command("storefront.demonstrate", demonstrateCommand);
    registry.command("storefront.receive_order", receiveOrderCommand);
    registry.command("storefront.withdraw_order", withdrawOrderCommand);
    registry.command("storefront.erase_orders", eraseOrdersCommand);
}

} // namespace

SVC_PLUGIN("storefront", "1.0.0", start)

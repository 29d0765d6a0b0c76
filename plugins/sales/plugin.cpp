#include <svc/plugin.hpp>

#include "api/create_sale.hpp"
#include "api/routes.hpp"

namespace {

void start(svc::Registry& registry) {
    svc::sales::setPublicUrl(registry.settings().textOr("publicUrl"));

    registry.route("listSales", svc::sales::listSalesRoute);
    registry.route("createSale", svc::sales::createSaleRoute);
    registry.route("getSale", svc::sales::readSaleRoute);
    registry.route("updateSale", svc::sales::updateSaleRoute);
    registry.route("createSalePayment", svc::sales::createPaymentRoute);
    registry.route("cancelSale", svc::sales::cancelSaleRoute);

    registry.command("sales.create", svc::sales::createSaleCommand);
    registry.command("sales.get", svc::sales::readSaleCommand);
    registry.command("sales.pay", svc::sales::paySaleCommand);
}

} // namespace

SVC_PLUGIN("sales", "1.0.0", start)

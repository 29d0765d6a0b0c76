#include <svc/plugin.hpp>

#include "api/handlers.hpp"

namespace {

void start(svc::Registry& registry) {
    using namespace svc::stock;
    registry.route("listItems", listItemsRoute);
    registry.route("createItem", createItemRoute);
    registry.route("getItem", getItemRoute);
    registry.route("updateItem", updateItemRoute);
    registry.route("listLocations", listLocationsRoute);
    registry.route("createLocation", createLocationRoute);
    registry.route("updateLocation", updateLocationRoute);
    registry.route("listStock", listStockRoute);
    registry.route("listStockMovements", listMovementsRoute);
    registry.route("createStockAdjustment", createAdjustmentRoute);
    registry.route("listStockTransfers", listTransfersRoute);
    registry.route("createStockTransfer", createTransferRoute);
    registry.route("listStockCounts", listCountsRoute);
    registry.route("createStockCount", createCountRoute);
    registry.route("validateStockCount", validateCountRoute);
    registry.route("cancelStockCount", cancelCountRoute);
    registry.route("listPriceLists", listPriceListsRoute);
    registry.route("createPriceList", createPriceListRoute);
    registry.route("replacePriceList", replacePriceListRoute);

    registry.command("stock.items", itemsCommand);
    registry.command("stock.location", locationCommand);
    registry.command("stock.price_list", priceListCommand);
    registry.command("stock.prices", pricesCommand);
    registry.command("import.items", importItemsCommand);
    registry.command("archive.items", archiveItems);
    registry.command("document.item", itemDocumentCommand);
    registry.command("stock.close_periodic", closePeriodicCommand);
    registry.job("close-year", closeYearJob);
    registry.command("stock.lock", lockCommand);
    registry.command("stock.issue", issueCommand);
    registry.command("stock.return", returnCommand);
    registry.command("stock.receive", receiveCommand);
    registry.command("stock.reserve", reserveCommand);
    registry.command("stock.release", releaseCommand);
    registry.command("stock.company_created", companyCreatedCommand);
    registry.command("stock.demonstrate", demonstrateCommand);
}

} // namespace

SVC_PLUGIN("stock", "1.0.0", start)

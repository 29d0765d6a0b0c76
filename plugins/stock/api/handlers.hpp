#pragma once

#include <svc/http.hpp>

namespace svc::stock {

// Routes.
Response listItemsRoute(Request& request);
Response createItemRoute(Request& request);
Response getItemRoute(Request& request);
Response updateItemRoute(Request& request);
Response listLocationsRoute(Request& request);
Response createLocationRoute(Request& request);
Response updateLocationRoute(Request& request);
Response listStockRoute(Request& request);
Response listMovementsRoute(Request& request);
Response createAdjustmentRoute(Request& request);
Response listTransfersRoute(Request& request);
Response createTransferRoute(Request& request);
Response listCountsRoute(Request& request);
Response createCountRoute(Request& request);
Response validateCountRoute(Request& request);
Response cancelCountRoute(Request& request);
Response listPriceListsRoute(Request& request);
Response createPriceListRoute(Request& request);
Response replacePriceListRoute(Request& request);

// Commands for other modules.
Json itemsCommand(Call& call, const Json& input);
Json locationCommand(Call& call, const Json& input);
Json priceListCommand(Call& call, const Json& input);
Json pricesCommand(Call& call, const Json& input);
Json importItemsCommand(Call& call, const Json& input);
/// `archive.items`: every item as the API shows it, archived ones too, in the archive of a period.
Json archiveItems(Call& call, const Json& input);
Json itemDocumentCommand(Call& call, const Json& input);
Json closePeriodicCommand(Call& call, const Json& input);
/// Closes the last fiscal year of a company with periodic inventory, once, when the next one has begun.
void closeYearJob(Call& call, const Json& input);
Json lockCommand(Call& call, const Json& input);
Json issueCommand(Call& call, const Json& input);
Json returnCommand(Call& call, const Json& input);
Json receiveCommand(Call& call, const Json& input);
Json reserveCommand(Call& call, const Json& input);
Json releaseCommand(Call& call, const Json& input);

// Commands for the host.
Json companyCreatedCommand(Call& call, const Json& input);
Json demonstrateCommand(Call& call, const Json& input);

} // namespace svc::stock

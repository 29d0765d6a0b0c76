#pragma once

#include <svc/http.hpp>

namespace svc::timesheets {

// One handler per operationId of openapi.yaml.
Response listEntriesRoute(Request& request);
Response summaryRoute(Request& request);
Response putEntriesRoute(Request& request);
Response deleteEntryRoute(Request& request);
Response billEntriesRoute(Request& request);

// Commands of plugin.yaml.
Json describeEntryCommand(Call& call, const Json& input);
Json demonstrateCommand(Call& call, const Json& input);

/// A sale is cancelled or refunded: when nothing of it holds any more, its entries are free again.
void releaseHook(Call& call, const Json& event);

} // namespace svc::timesheets

#pragma once

#include <svc/http.hpp>

namespace svc::sales {

// One handler per operationId of openapi.yaml.
Response listRecurringRoute(Request& request);
Response createRecurringRoute(Request& request);
Response updateRecurringRoute(Request& request);

/// document.recurring_sale
Json describeRecurringCommand(Call& call, const Json& input);

/// The hourly pass: files one job for each recurring sale that is due.
void passRecurringJob(Call& call, const Json& payload);

/// Makes one occurrence, `{ id, on }`, unless that has been done.
void makeRecurringJob(Call& call, const Json& payload);

} // namespace svc::sales

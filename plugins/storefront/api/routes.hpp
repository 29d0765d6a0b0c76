#pragma once

#include <svc/http.hpp>

namespace svc::storefront {

// Public pages.
Response readMenu(Request& request);
Response placeOrder(Request& request);
Response readPublicDocument(Request& request);
Response acceptPublicDocument(Request& request);
Response declinePublicDocument(Request& request);

// For the people of the company.
Response listOrderRequests(Request& request);
Response acceptOrderRequest(Request& request);
Response rejectOrderRequest(Request& request);

// Commands.
Json documentCommand(Call& call, const Json& input);
Json demonstrateCommand(Call& call, const Json& input);
Json receiveOrderCommand(Call& call, const Json& input);
Json withdrawOrderCommand(Call& call, const Json& input);
Json eraseOrdersCommand(Call& call, const Json& input);

} // namespace svc::storefront

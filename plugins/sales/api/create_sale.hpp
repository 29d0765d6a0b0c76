#pragma once

#include <svc/call.hpp>

#include "domain/sale.hpp"

namespace svc::sales {

/// Creates a sale from the body of POST /sales: the whole of the operation, for the route and for the
/// command.
Sale createSale(Call& call, const Json& body);

/// How this call shows a sale: with everything, by today's date.
struct SaleView;
SaleView fullView(Call& call);

/// Base address of public documents, from the settings; set once while the plugin starts.
void setPublicUrl(std::string url);

} // namespace svc::sales

#pragma once

#include <vector>

#include <svc/call.hpp>

#include "api/sale_json.hpp"

namespace svc::sales {

/// How this call shows these sales: with everything, by today's date, with the addresses of their public
/// pages.
SaleView viewOf(Call& call, const std::vector<Uuid>& sales);

/// One sale with everything, as the text of an answer.
std::string shownSale(Call& call, const Sale& sale);

} // namespace svc::sales

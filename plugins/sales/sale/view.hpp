#pragma once

#include <vector>

#include "sale/rules/sale.hpp"
#include "sale/store/find.hpp"

namespace svc::sales {

/// The sale as the API shows it, with all parts, the overdue flag as of today, and the address of its public
/// page.
api::Sale shown(Call& call, Sale sale);

/// The rows of a list, with these parts of the sales.
std::vector<api::Sale> shownRows(Call& call, std::vector<Sale> sales, const SaleParts& parts);

} // namespace svc::sales

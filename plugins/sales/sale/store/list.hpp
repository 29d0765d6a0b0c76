#pragma once

#include <vector>

#include <svc/list.hpp>

#include "bindings.hpp"
#include "sale/store/find.hpp"

namespace svc::sales {

struct SaleListPage {
    std::vector<Sale> rows;
    /// Totals: subtotal, tax, total, paid and balance in the currency of the company, cancelled sales left
    /// out.
    ListSummary summary;
};
/// The rows of the page and the number of all that match; their totals when the request wants a page.
SaleListPage findSales(Request& request, const api::ListSalesParameters& parameters, SaleParts parts);

} // namespace svc::sales

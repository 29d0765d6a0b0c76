#pragma once

#include <vector>

#include <svc/list.hpp>

#include "bindings.hpp"
#include "sale/store/find.hpp"

namespace svc::sales {

/// The requested part of the list; the filters are those of the request.
struct SaleListQuery {
    DateRange dates{};
    std::int64_t limit = 100;
    std::int64_t offset = 0;
    bool totals = false; ///< else only the number of rows is needed
    SaleParts parts{};
};
struct SaleListPage {
    std::vector<Sale> rows;
    /// Totals: subtotal, tax, total, paid and balance in the currency of the company, cancelled sales left
    /// out.
    ListSummary summary;
};
/// The rows of the page, the number of all that match and their totals.
SaleListPage findSales(Call& call, const api::ListSalesParameters& filter, const SaleListQuery& query);

} // namespace svc::sales

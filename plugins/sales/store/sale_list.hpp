#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/list.hpp>

#include "domain/sale.hpp"
#include "store/sale_store.hpp"

namespace svc::sales {

/// Filters of the list of sales; an empty one does not filter. Several values mean any of them.
struct SaleFilter {
    std::optional<Date> from;
    std::optional<Date> to;
    std::optional<std::vector<Uuid>> partners;
    std::optional<std::vector<Uuid>> businessUnits;
    std::optional<std::vector<std::string>> paymentStatuses;
    std::optional<std::vector<std::string>> deliveryStatuses;
    std::optional<std::vector<std::string>> fiscalStatuses;
    std::optional<std::vector<std::string>> statuses;
    std::optional<std::vector<std::string>> kinds;
    std::optional<std::vector<std::string>> channels;
    std::optional<std::vector<std::string>> externalIds;
    std::optional<bool> overdue;
    std::optional<std::string> text;
};

struct SaleListQuery {
    SaleFilter filter;
    std::string sort = "-date"; ///< one of the values of the contract
    std::int64_t limit = 100;
    std::int64_t offset = 0;
    bool totals = false; ///< else the number of rows is enough
    SaleParts parts;
    Date today;
};

struct SaleListPage {
    std::vector<Sale> rows;
    /// Totals: subtotal, tax, total, paid and balance in the currency of the company, cancelled sales left
    /// out.
    ListSummary summary;
};

/// The rows of the page, the number of all that match and their totals.
SaleListPage listSales(Call& call, const SaleListQuery& query);

} // namespace svc::sales

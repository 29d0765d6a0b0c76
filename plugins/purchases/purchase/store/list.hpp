#pragma once

#include <svc/list.hpp>

#include "purchase/store/find.hpp"

namespace svc::purchases {

/// Filters of the list of purchases; an empty one does not filter. Several values mean any of them.
struct PurchaseFilter {
    DateRange dates{};
    std::optional<std::vector<PartnerId>> partners{};
    std::optional<std::vector<BusinessUnitId>> businessUnits{};
    std::optional<std::vector<std::string>> paymentStatuses{};
    std::optional<std::vector<std::string>> receiptStatuses{};
    std::optional<std::vector<std::string>> statuses{};
    std::optional<std::vector<std::string>> references{}; ///< supplier references
    std::optional<bool> overdue{};
    std::optional<std::string> text{};
};

struct PurchaseListQuery {
    PurchaseFilter filter;
    api::ListPurchasesSort sort = api::ListPurchasesSort::DateDescending;
    std::int64_t limit = 100;
    std::int64_t offset = 0;
    bool totals = false; ///< else only the number of rows is needed
    PurchaseParts parts;
    Date today;
};

struct PurchaseListPage {
    std::vector<Purchase> rows;
    /// Totals: subtotal, tax, total and paid in the currency of the company, cancelled purchases left out.
    ListSummary summary;
};

/// The rows of the page, the number of all matches and their totals.
PurchaseListPage findPurchases(Call& call, const PurchaseListQuery& query);

/// Purchases with a balance, without their parts, earliest due first: used to find the purchase of a payment.
std::vector<commands::OpenPurchase> openPurchases(Call& call, const commands::OpenInput& filter);

} // namespace svc::purchases

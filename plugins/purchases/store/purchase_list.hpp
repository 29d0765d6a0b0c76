#pragma once

#include <optional>
#include <string>
#include <vector>

#include <svc/list.hpp>

#include "domain/purchase.hpp"
#include "store/purchase_store.hpp"

namespace svc::purchases {

/// Filters of the list of purchases; an empty one does not filter. Several values mean any of them.
struct PurchaseFilter {
    std::optional<Date> from;
    std::optional<Date> to;
    std::optional<std::vector<Uuid>> partners;
    std::optional<std::vector<Uuid>> businessUnits;
    std::optional<std::vector<std::string>> paymentStatuses;
    std::optional<std::vector<std::string>> receiptStatuses;
    std::optional<std::vector<std::string>> statuses;
    std::optional<std::vector<std::string>> references; ///< of the suppliers
    std::optional<bool> overdue;
    std::optional<std::string> text;
};

struct PurchaseListQuery {
    PurchaseFilter filter;
    std::string sort = "-date"; ///< one of the values of the contract
    std::int64_t limit = 100;
    std::int64_t offset = 0;
    bool totals = false; ///< else the number of rows is enough
    PurchaseParts parts;
    Date today;
};

struct PurchaseListPage {
    std::vector<Purchase> rows;
    /// Totals: subtotal, tax, total and paid in the currency of the company, cancelled purchases left out.
    ListSummary summary;
};

/// The rows of the page, the count of all that match and their totals.
PurchaseListPage listPurchases(Call& call, const PurchaseListQuery& query);

/// What is still to be paid, for whoever looks for the purchase of a payment.
struct OpenFilter {
    std::optional<Uuid> partnerId;
    std::optional<std::string> currency;
    std::optional<std::vector<std::string>> numbers; ///< own numbers or references of the suppliers
};

/// Purchases with a balance, without their parts, those due first.
std::vector<Purchase> openPurchases(Database& db, const Uuid& company, const OpenFilter& filter,
                                    std::int64_t limit);

} // namespace svc::purchases

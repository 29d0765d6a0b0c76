#include <algorithm>

#include "purchase/store/list.hpp"
#include "purchase/view.hpp"

namespace svc::purchases {
namespace {

using Included = api::ListPurchasesIncludeItem;

PurchaseParts partsOf(const api::ListPurchasesParameters& parameters) {
    const auto included = parameters.include.value_or(std::vector<Included>());
    const auto includes = [&](Included part) {
        return std::find(included.begin(), included.end(), part) != included.end();
    };
    return {.lines = includes(Included::Lines),
            .payments = includes(Included::Payments),
            .receipts = includes(Included::Receipts)};
}

std::vector<api::Purchase> rowsOf(Request& request, std::vector<Purchase> purchases, PurchaseParts parts) {
    const Date today = request.today();
    std::vector<api::Purchase> rows;
    rows.reserve(purchases.size());
    for (Purchase& purchase : purchases) {
        rows.push_back(shown(std::move(purchase), today, parts));
    }
    return rows;
}

api::PurchasePageTotals totalsOf(Request& request, const ListSummary& summary) {
    const std::int64_t total = summary.totals[2];
    const std::int64_t paid = summary.totals[3];
    return {.currency = request.company().currency,
            .subtotal = summary.totals[0],
            .taxTotal = summary.totals[1],
            .total = total,
            .paid = paid,
            .balance = total - paid};
}

template <class Form>
Response listing(const Form& form, const ListSummary& summary) {
    return Response::text(200, bind::textOf(form)).total(summary.count);
}

} // namespace

Response listPurchases(Request& request, const api::ListPurchasesParameters& parameters) {
    const PurchaseParts parts = partsOf(parameters);
    PurchaseListPage found = findPurchases(request, parameters, parts);
    const ListSummary& summary = found.summary;
    std::vector<api::Purchase> rows = rowsOf(request, std::move(found.rows), parts);
    if (!request.wantsPage()) {
        return listing(rows, summary);
    }
    api::PurchasePage body{.data = std::move(rows),
                           .total = summary.exact ? summary.count : ListMost,
                           .totalExact = summary.exact};
    if (summary.exact) {
        body.totals = totalsOf(request, summary);
    }
    return listing(body, summary);
}

} // namespace svc::purchases

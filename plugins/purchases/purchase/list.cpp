#include <algorithm>

#include "purchase/store/list.hpp"
#include "purchase/view.hpp"

namespace svc::purchases {
namespace {

using Included = api::ListPurchasesIncludeItem;

PurchaseListQuery queryOf(Request& request, const api::ListPurchasesParameters& parameters) {
    const auto included = parameters.include.value_or(std::vector<Included>());
    const auto includes = [&](Included part) {
        return std::find(included.begin(), included.end(), part) != included.end();
    };
    PurchaseListQuery query;
    query.filter = {.dates = request.dateRange(),
                    .partners = parameters.partnerId,
                    .businessUnits = parameters.businessUnitId,
                    .paymentStatuses = textsOf(parameters.paymentStatus),
                    .receiptStatuses = textsOf(parameters.receiptStatus),
                    .statuses = textsOf(parameters.status),
                    .references = parameters.supplierReference,
                    .overdue = parameters.overdue};
    if (parameters.q && !parameters.q->empty()) {
        query.filter.text = parameters.q;
    }
    query.sort = parameters.sort;
    query.today = request.today();
    query.parts = {.lines = includes(Included::Lines),
                   .payments = includes(Included::Payments),
                   .receipts = includes(Included::Receipts)};
    return query;
}

std::vector<api::Purchase> rowsOf(std::vector<Purchase> purchases, const PurchaseListQuery& query) {
    std::vector<api::Purchase> rows;
    rows.reserve(purchases.size());
    for (Purchase& purchase : purchases) {
        rows.push_back(shown(std::move(purchase), query.today, query.parts));
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
    PurchaseListQuery query = queryOf(request, parameters);
    if (!request.wantsPage()) {
        const ArrayPage page = request.arrayPage();
        query.limit = page.limit;
        query.offset = page.offset;
        PurchaseListPage found = findPurchases(request, query);
        return listing(rowsOf(std::move(found.rows), query), found.summary);
    }
    query.limit = parameters.page.size;
    query.offset = parameters.page.offset();
    query.totals = true;
    PurchaseListPage found = findPurchases(request, query);
    const ListSummary& summary = found.summary;
    api::PurchasePage body{.data = rowsOf(std::move(found.rows), query),
                           .total = summary.exact ? summary.count : ListMost,
                           .totalExact = summary.exact};
    if (summary.exact) {
        body.totals = totalsOf(request, summary);
    }
    return listing(body, summary);
}

} // namespace svc::purchases

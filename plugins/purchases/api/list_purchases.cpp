#include "api/purchase_json.hpp"
#include "api/routes.hpp"
#include "store/purchase_list.hpp"

namespace svc::purchases {
namespace {

PurchaseFilter filterOf(Request& request) {
    PurchaseFilter filter;
    const DateRange range = request.dateRange();
    filter.from = range.from;
    filter.to = range.to;
    filter.partners = request.filterIds("partnerId", "par");
    filter.businessUnits = request.filterIds("businessUnitId", "bus");
    filter.paymentStatuses = request.filterTexts("paymentStatus");
    filter.receiptStatuses = request.filterTexts("receiptStatus");
    filter.statuses = request.filterTexts("status");
    filter.references = request.filterTexts("supplierReference");
    if (const auto overdue = request.query("overdue")) {
        filter.overdue = *overdue == "true";
    }
    if (const auto text = request.query("q"); text && !text->empty()) {
        filter.text = std::string(*text);
    }
    return filter;
}

Json rowsJson(const PurchaseListPage& page, const PurchaseView& view) {
    Json rows = Json::array();
    for (const Purchase& purchase : page.rows) {
        rows.push(purchaseJson(purchase, view));
    }
    return rows;
}

} // namespace

Response listPurchasesRoute(Request& request) {
    PurchaseListQuery query;
    query.filter = filterOf(request);
    query.sort = request.query("sort").value_or("-date");
    query.today = request.today();
    query.parts = {request.includes("lines"), request.includes("payments"), request.includes("receipts")};
    const PurchaseView view{query.parts.lines, query.parts.payments, query.parts.receipts, query.today};

    if (!request.wantsPage()) {
        const ArrayPage page = request.arrayPage();
        query.limit = page.limit;
        query.offset = page.offset;
        const PurchaseListPage found = listPurchases(request, query);
        return Response::json(200, rowsJson(found, view)).total(found.count);
    }
    const NumberedPage page = request.numberedPage();
    query.limit = page.size;
    query.totals = true;
    query.offset = page.offset();
    const PurchaseListPage found = listPurchases(request, query);
    Json totals = Json::object({{"currency", request.company().currency.code()},
                                {"subtotal", found.totals.subtotal},
                                {"taxTotal", found.totals.tax},
                                {"total", found.totals.total},
                                {"paid", found.totals.paid},
                                {"balance", found.totals.total - found.totals.paid}});
    Json body = Json::object();
    body.add("data", rowsJson(found, view));
    body.add("total", found.count);
    body.add("totals", std::move(totals));
    return Response::json(200, body).total(found.count);
}

} // namespace svc::purchases

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

Json totalsJson(Request& request, const ListSummary& summary) {
    const std::int64_t total = summary.totals[2];
    const std::int64_t paid = summary.totals[3];
    return Json::object({{"currency", request.company().currency.code()},
                         {"subtotal", summary.totals[0]},
                         {"taxTotal", summary.totals[1]},
                         {"total", total},
                         {"paid", paid},
                         {"balance", total - paid}});
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
        return Response::json(200, rowsJson(found, view)).total(found.summary.count);
    }
    const NumberedPage page = request.numberedPage();
    query.limit = page.size;
    query.totals = true;
    query.offset = page.offset();
    const PurchaseListPage found = listPurchases(request, query);
    Json body = Json::object();
    body.add("data", rowsJson(found, view));
    const ListSummary& summary = found.summary;
    body.add("total", summary.exact ? summary.count : ListMost);
    body.add("totalExact", summary.exact);
    body.add("totals", summary.exact ? totalsJson(request, summary) : Json(nullptr));
    return Response::json(200, body).total(found.summary.count);
}

} // namespace svc::purchases

#include "api/purchase_json.hpp"
#include "api/routes.hpp"
#include "store/purchase_list.hpp"

namespace svc::purchases {
namespace {

std::optional<std::vector<std::string>> texts(Request& request, std::string_view name) {
    std::vector<std::string> values = request.queryList(name);
    return values.empty() ? std::nullopt : std::optional(std::move(values));
}

/// An id of the wrong form matches nothing, as an unknown one.
std::optional<std::vector<Uuid>> ids(Request& request, std::string_view name, std::string_view prefix) {
    const std::vector<std::string> values = request.queryList(name);
    if (values.empty()) {
        return std::nullopt;
    }
    std::vector<Uuid> found;
    for (const std::string& value : values) {
        if (const auto id = decodeId(prefix, value)) {
            found.push_back(*id);
        }
    }
    return found;
}

PurchaseFilter filterOf(Request& request) {
    PurchaseFilter filter;
    const DateRange range = request.dateRange();
    filter.from = range.from;
    filter.to = range.to;
    filter.partners = ids(request, "partnerId", "par");
    filter.businessUnits = ids(request, "businessUnitId", "bus");
    filter.paymentStatuses = texts(request, "paymentStatus");
    filter.receiptStatuses = texts(request, "receiptStatus");
    filter.statuses = texts(request, "status");
    filter.references = texts(request, "supplierReference");
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
    for (const Purchase& purchase : page.purchases) {
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
        const PurchaseListPage found = listPurchases(request.db(), request.companyId(), query);
        return Response::json(200, rowsJson(found, view)).total(found.count);
    }
    const NumberedPage page = request.numberedPage();
    query.limit = page.size;
    query.offset = page.offset();
    const PurchaseListPage found = listPurchases(request.db(), request.companyId(), query);
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

#include "api/routes.hpp"
#include "api/sale_view.hpp"
#include "store/sale_list.hpp"

namespace svc::sales {
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

SaleFilter filterOf(Request& request) {
    SaleFilter filter;
    const DateRange range = request.dateRange();
    filter.from = range.from;
    filter.to = range.to;
    filter.partners = ids(request, "partnerId", "par");
    filter.businessUnits = ids(request, "businessUnitId", "bus");
    filter.paymentStatuses = texts(request, "paymentStatus");
    filter.deliveryStatuses = texts(request, "deliveryStatus");
    filter.fiscalStatuses = texts(request, "fiscalStatus");
    filter.statuses = texts(request, "status");
    filter.kinds = texts(request, "kind");
    filter.channels = texts(request, "channel");
    filter.externalIds = texts(request, "externalId");
    if (const auto overdue = request.query("overdue")) {
        filter.overdue = *overdue == "true";
    }
    if (const auto text = request.query("q"); text && !text->empty()) {
        filter.text = std::string(*text);
    }
    return filter;
}

Json rowsJson(Request& request, const SaleListPage& page, const SaleParts& parts) {
    std::vector<Uuid> ids;
    for (const Sale& sale : page.sales) {
        ids.push_back(sale.id);
    }
    SaleView view = viewOf(request, ids);
    view.lines = parts.lines;
    view.payments = parts.payments;
    view.deliveries = parts.afterwards;
    Json rows = Json::array();
    for (const Sale& sale : page.sales) {
        rows.push(saleJson(sale, view));
    }
    return rows;
}

} // namespace

Response listSalesRoute(Request& request) {
    SaleListQuery query;
    query.filter = filterOf(request);
    query.sort = request.query("sort").value_or("-date");
    query.today = request.today();
    query.parts = {request.includes("lines"), request.includes("payments"), request.includes("deliveries")};

    if (!request.wantsPage()) {
        const ArrayPage page = request.arrayPage();
        query.limit = page.limit;
        query.offset = page.offset;
        const SaleListPage found = listSales(request.db(), request.companyId(), query);
        return Response::json(200, rowsJson(request, found, query.parts)).total(found.count);
    }
    const NumberedPage page = request.numberedPage();
    query.limit = page.size;
    query.totals = true;
    query.offset = page.offset();
    const SaleListPage found = listSales(request.db(), request.companyId(), query);
    Json totals = Json::object({{"currency", request.company().currency.code()},
                                {"subtotal", found.totals.subtotal},
                                {"taxTotal", found.totals.tax},
                                {"total", found.totals.total},
                                {"paid", found.totals.paid},
                                {"balance", found.totals.balance}});
    Json body = Json::object();
    body.add("data", rowsJson(request, found, query.parts));
    body.add("total", found.count);
    body.add("totals", std::move(totals));
    return Response::json(200, body).total(found.count);
}

} // namespace svc::sales

#include "api/routes.hpp"
#include "api/sale_view.hpp"
#include "store/sale_list.hpp"

namespace svc::sales {
namespace {

SaleFilter filterOf(Request& request) {
    SaleFilter filter;
    const DateRange range = request.dateRange();
    filter.from = range.from;
    filter.to = range.to;
    filter.partners = request.filterIds("partnerId", "par");
    filter.businessUnits = request.filterIds("businessUnitId", "bus");
    filter.paymentStatuses = request.filterTexts("paymentStatus");
    filter.deliveryStatuses = request.filterTexts("deliveryStatus");
    filter.fiscalStatuses = request.filterTexts("fiscalStatus");
    filter.statuses = request.filterTexts("status");
    filter.kinds = request.filterTexts("kind");
    filter.channels = request.filterTexts("channel");
    filter.externalIds = request.filterTexts("externalId");
    if (const auto overdue = request.query("overdue")) {
        filter.overdue = *overdue == "true";
    }
    if (const auto text = request.query("q"); text && !text->empty()) {
        filter.text = std::string(*text);
    }
    return filter;
}

void writeRows(JsonWriter& out, Request& request, const SaleListPage& page, const SaleParts& parts) {
    std::vector<Uuid> ids;
    for (const Sale& sale : page.rows) {
        ids.push_back(sale.id);
    }
    SaleView view = viewOf(request, ids);
    view.lines = parts.lines;
    view.payments = parts.payments;
    view.deliveries = parts.afterwards;
    out.beginArray();
    for (const Sale& sale : page.rows) {
        writeSale(out, sale, view);
    }
    out.endArray();
}

/// What a text finds is counted up to ListMost only; totals of a part would mislead.
void writeSummary(JsonWriter& out, Request& request, const ListSummary& summary) {
    const bool exact = summary.exact;
    out.member("total", exact ? summary.count : ListMost);
    out.member("totalExact", exact);
    if (!exact) {
        out.member("totals", nullptr);
        return;
    }
    out.name("totals");
    out.beginObject();
    out.member("currency", request.company().currency);
    std::size_t total = 0;
    for (const char* name : {"subtotal", "taxTotal", "total", "paid", "balance"}) {
        out.member(name, summary.totals[total++]);
    }
    out.endObject();
}

/// Room for the answer: growing it step by step would copy it several times.
JsonWriter writerFor(const SaleListPage& page) {
    constexpr std::size_t OfSale = 1600;
    return JsonWriter(1024 + page.rows.size() * OfSale);
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
        const SaleListPage found = listSales(request, query);
        JsonWriter out = writerFor(found);
        writeRows(out, request, found, query.parts);
        return Response::text(200, out.take()).total(found.summary.count);
    }
    const NumberedPage page = request.numberedPage();
    query.limit = page.size;
    query.totals = true;
    query.offset = page.offset();
    const SaleListPage found = listSales(request, query);
    JsonWriter out = writerFor(found);
    out.beginObject();
    out.name("data");
    writeRows(out, request, found, query.parts);
    writeSummary(out, request, found.summary);
    out.endObject();
    return Response::text(200, out.take()).total(found.summary.count);
}

} // namespace svc::sales

#include "sale/store/list.hpp"
#include "sale/view.hpp"

namespace svc::sales {
namespace {

/// The matches of a text search are counted only up to ListMost, so totals would be incomplete and are
/// omitted.
api::SalePage pageOf(Call& call, std::vector<api::Sale> rows, const ListSummary& summary) {
    api::SalePage page{.data = std::move(rows),
                       .total = summary.exact ? summary.count : ListMost,
                       .totalExact = summary.exact};
    if (summary.exact) {
        const auto& totals = summary.totals;
        page.totals = {call.company().currency, totals[0], totals[1], totals[2], totals[3], totals[4]};
    }
    return page;
}

/// Reserves space for the response: growing it step by step would copy it several times.
JsonWriter writerFor(const SaleListPage& page) {
    constexpr std::size_t OfSale = 1600;
    return JsonWriter(1024 + page.rows.size() * OfSale);
}

} // namespace

Response listSales(Request& request, const api::ListSalesParameters& parameters) {
    const SaleParts parts{request.includes("lines"), request.includes("payments"),
                          request.includes("deliveries")};
    SaleListPage found = findSales(request, parameters, parts);
    JsonWriter out = writerFor(found);
    std::vector<api::Sale> rows = shownRows(request, std::move(found.rows), parts);
    if (request.wantsPage()) {
        out.value(pageOf(request, std::move(rows), found.summary));
    } else {
        out.value(rows);
    }
    return Response::text(200, out.take()).total(found.summary.count);
}

} // namespace svc::sales

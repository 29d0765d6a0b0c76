#include "store/sale_list.hpp"

#include <svc/list_search.hpp>

namespace svc::sales {
namespace {

/// As `lists:` of plugin.yaml has them.
std::vector<std::string_view> totalsOf() {
    return {"CASE WHEN s.status = 'cancelled' THEN 0 ELSE s.subtotal_base END",
            "CASE WHEN s.status = 'cancelled' THEN 0 ELSE s.tax_base END",
            "CASE WHEN s.status = 'cancelled' THEN 0 ELSE s.total_base END",
            "CASE WHEN s.status = 'cancelled' THEN 0 ELSE s.paid_base END",
            "CASE WHEN s.status = 'cancelled' THEN 0"
            " ELSE s.total_base - s.credited_base - s.paid_base + s.refunded_base END"};
}

std::string conditionsOf(const SaleListQuery& query, ListParams& params) {
    const SaleFilter& filter = query.filter;
    std::string where = params.bound("s.date >=", filter.from) + params.bound("s.date <=", filter.to);
    where += params.among("s.business_unit_id", filter.businessUnits);
    where += params.among("s.payment_status", filter.paymentStatuses);
    where += params.among("s.delivery_status", filter.deliveryStatuses);
    where += params.among("s.fiscal_status", filter.fiscalStatuses);
    where += params.among("s.status", filter.statuses);
    where += params.among("s.kind", filter.kinds);
    where += params.among("s.channel", filter.channels);
    if (filter.statuses == std::vector<std::string>{"cancelled"}) {
        // They are few, and sale_payment_status_index has them in order.
        where += " AND s.payment_status = 'cancelled'";
    }
    where += params.among("s.partner_id", filter.partners);
    where += params.among("s.external_id", filter.externalIds);
    if (filter.overdue) {
        const std::string today = params.place(query.today);
        where += *filter.overdue
                     ? " AND s.balance > 0 AND s.due_date < " + today
                     : " AND (s.balance <= 0 OR s.due_date IS NULL OR s.due_date >= " + today + ')';
    }
    return where;
}

/// The filters as the host counts by them, when there are no others.
std::optional<ListCounted> countedBy(const SaleFilter& filter) {
    if (filter.partners || filter.externalIds || filter.overdue) {
        return std::nullopt;
    }
    return ListCounted{filter.from,
                       filter.to,
                       {idTexts(filter.businessUnits), filter.kinds, filter.channels, filter.statuses,
                        filter.paymentStatuses, filter.deliveryStatuses, filter.fiscalStatuses}};
}

std::string_view orderOf(std::string_view sort) {
    if (sort == "date") {
        return " ORDER BY s.date, s.id";
    }
    if (sort == "number") {
        return " ORDER BY s.kind, s.number, s.id";
    }
    if (sort == "-number") {
        return " ORDER BY s.kind DESC, s.number DESC, s.id DESC";
    }
    if (sort == "total") {
        return " ORDER BY s.total_base, s.id";
    }
    if (sort == "-total") {
        return " ORDER BY s.total_base DESC, s.id DESC";
    }
    return " ORDER BY s.date DESC, s.id DESC";
}

} // namespace

SaleListPage listSales(Call& call, const SaleListQuery& query) {
    ListRequest request{"sales.sale", "sales.sale", "s", ListParams(call.companyId())};
    request.where = conditionsOf(query, request.params);
    request.order = orderOf(query.sort);
    request.newest = orderOf("-date");
    request.limit = query.limit;
    request.offset = query.offset;
    request.text = query.filter.text;
    request.counted = countedBy(query.filter);
    if (query.totals) {
        request.totals = totalsOf();
    }
    SaleListPage page;
    page.summary =
        readList(call, request, saleColumns(query.parts),
                 [&](const Row& row, std::uint32_t column) { page.rows.push_back(saleFrom(row, column)); });
    return page;
}

} // namespace svc::sales

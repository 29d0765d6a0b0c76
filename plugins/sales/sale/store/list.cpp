#include "sale/store/list.hpp"

#include <svc/list_search.hpp>

namespace svc::sales {
namespace {

using Filter = api::ListSalesParameters;

/// The same expressions as in `lists:` of plugin.yaml.
std::vector<std::string_view> totalsOf() {
    return {"CASE WHEN s.status = 'cancelled' THEN 0 ELSE s.subtotal_base END",
            "CASE WHEN s.status = 'cancelled' THEN 0 ELSE s.tax_base END",
            "CASE WHEN s.status = 'cancelled' THEN 0 ELSE s.total_base END",
            "CASE WHEN s.status = 'cancelled' THEN 0 ELSE s.paid_base END",
            "CASE WHEN s.status = 'cancelled' THEN 0"
            " ELSE s.total_base - s.credited_base - s.paid_base + s.refunded_base END"};
}

std::string conditionsOf(Call& call, const Filter& filter, const DateRange& dates, ListParams& params) {
    std::string where = params.bound("s.date >=", dates.from) + params.bound("s.date <=", dates.to);
    where += params.among("s.business_unit_id", filter.businessUnitId);
    where += params.among("s.payment_status", textsOf(filter.paymentStatus));
    where += params.among("s.delivery_status", textsOf(filter.deliveryStatus));
    where += params.among("s.fiscal_status", textsOf(filter.fiscalStatus));
    where += params.among("s.status", textsOf(filter.status));
    where += params.among("s.kind", textsOf(filter.kind));
    where += params.among("s.channel", textsOf(filter.channel));
    if (filter.status == std::vector{api::SaleStatus::Cancelled}) {
        // They are few, and sale_payment_status_index returns them in order.
        where += " AND s.payment_status = 'cancelled'";
    }
    where += params.amongKeys("s.partner_id", filter.partnerId);
    where += params.amongKeys("s.external_id", filter.externalId);
    if (filter.overdue) {
        const std::string today = params.place(call.today());
        where += *filter.overdue
                     ? " AND s.balance > 0 AND s.due_date < " + today
                     : " AND (s.balance <= 0 OR s.due_date IS NULL OR s.due_date >= " + today + ')';
    }
    return where;
}

std::optional<std::vector<std::string>> uuidsOf(const std::optional<std::vector<BusinessUnitId>>& ids) {
    if (!ids) {
        return std::nullopt;
    }
    std::vector<std::string> texts;
    for (const BusinessUnitId& id : *ids) {
        texts.push_back(id.uuid().toString());
    }
    return texts;
}

/// The filters in the form in which the host keeps counts, if there are no others.
std::optional<ListCounted> countedBy(const Filter& filter, const DateRange& dates) {
    if (filter.partnerId || filter.externalId || filter.overdue) {
        return std::nullopt;
    }
    return ListCounted{dates.from,
                       dates.to,
                       {uuidsOf(filter.businessUnitId), textsOf(filter.kind), textsOf(filter.channel),
                        textsOf(filter.status), textsOf(filter.paymentStatus), textsOf(filter.deliveryStatus),
                        textsOf(filter.fiscalStatus)}};
}

std::string_view orderOf(api::ListSalesSort sort) {
    switch (sort) {
    case api::ListSalesSort::Date:
        return " ORDER BY s.date, s.id";
    case api::ListSalesSort::DateDescending:
        break;
    case api::ListSalesSort::Number:
        return " ORDER BY s.kind, s.number, s.id";
    case api::ListSalesSort::NumberDescending:
        return " ORDER BY s.kind DESC, s.number DESC, s.id DESC";
    case api::ListSalesSort::Total:
        return " ORDER BY s.total_base, s.id";
    case api::ListSalesSort::TotalDescending:
        return " ORDER BY s.total_base DESC, s.id DESC";
    }
    return " ORDER BY s.date DESC, s.id DESC";
}

} // namespace

SaleListPage findSales(Call& call, const Filter& filter, const SaleListQuery& query) {
    ListRequest request{"sales.sale", "sales.sale", "s", ListParams(call.companyId())};
    request.where = conditionsOf(call, filter, query.dates, request.params);
    request.order = orderOf(filter.sort);
    request.newest = orderOf(api::ListSalesSort::DateDescending);
    request.limit = query.limit;
    request.offset = query.offset;
    request.text = filter.q && !filter.q->empty() ? filter.q : std::nullopt;
    request.counted = countedBy(filter, query.dates);
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

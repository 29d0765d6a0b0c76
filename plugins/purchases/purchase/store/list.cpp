#include "purchase/store/list.hpp"

#include <svc/columns.hpp>
#include <svc/list_search.hpp>

namespace svc::purchases {
namespace {

const Table OpenPurchases("purchases.purchase", columnWrittenOnce("id", &commands::OpenPurchase::id),
                          column("number", &commands::OpenPurchase::number),
                          column("supplier_reference", &commands::OpenPurchase::supplierReference),
                          column("date", &commands::OpenPurchase::date),
                          column("due_date", &commands::OpenPurchase::dueDate),
                          column("partner_id", &commands::OpenPurchase::partnerId),
                          column("partner_name", &commands::OpenPurchase::partnerName),
                          column("currency", &commands::OpenPurchase::currency),
                          column("total", &commands::OpenPurchase::total),
                          column("paid", &commands::OpenPurchase::paid),
                          column("balance", &commands::OpenPurchase::balance));

/// The same expressions as in `lists:` of plugin.yaml.
std::vector<std::string_view> totalsOf() {
    return {"CASE WHEN p.status = 'cancelled' THEN 0 ELSE p.subtotal_base END",
            "CASE WHEN p.status = 'cancelled' THEN 0 ELSE p.tax_base END",
            "CASE WHEN p.status = 'cancelled' THEN 0 ELSE p.total_base END",
            "CASE WHEN p.status = 'cancelled' THEN 0 ELSE p.paid_base END"};
}

std::string conditionsOf(const PurchaseListQuery& query, ListParams& params) {
    const PurchaseFilter& filter = query.filter;
    std::string sql =
        params.bound("p.date >=", filter.dates.from) + params.bound("p.date <=", filter.dates.to);
    sql += params.among("p.business_unit_id", filter.businessUnits);
    sql += params.amongKeys("p.partner_id", filter.partners);
    sql += params.among("p.payment_status", filter.paymentStatuses);
    sql += params.among("p.receipt_status", filter.receiptStatuses);
    sql += params.among("p.status", filter.statuses);
    sql += params.amongKeys("p.supplier_reference", filter.references);
    if (filter.overdue) {
        const std::string today = params.place(query.today);
        sql += *filter.overdue ? " AND p.balance > 0 AND p.due_date < " + today
                               : " AND (p.balance <= 0 OR p.due_date IS NULL OR p.due_date >= " + today + ')';
    }
    return sql;
}

/// The filters in the form in which the host keeps counts, if there are no others.
std::optional<ListCounted> countedBy(const PurchaseFilter& filter) {
    if (filter.partners || filter.references || filter.overdue) {
        return std::nullopt;
    }
    std::optional<std::vector<std::string>> units;
    if (filter.businessUnits) {
        units.emplace();
        for (const BusinessUnitId& unit : *filter.businessUnits) {
            units->push_back(unit.uuid().toString());
        }
    }
    return ListCounted{filter.dates.from,
                       filter.dates.to,
                       {units, filter.statuses, filter.receiptStatuses, filter.paymentStatuses}};
}

std::string_view orderOf(api::ListPurchasesSort sort) {
    using Sort = api::ListPurchasesSort;
    switch (sort) {
    case Sort::Date:
        return " ORDER BY p.date, p.id";
    case Sort::Number:
        return " ORDER BY p.number, p.id";
    case Sort::NumberDescending:
        return " ORDER BY p.number DESC, p.id DESC";
    case Sort::Total:
        return " ORDER BY p.total_base, p.id";
    case Sort::TotalDescending:
        return " ORDER BY p.total_base DESC, p.id DESC";
    case Sort::DateDescending:
        break;
    }
    return " ORDER BY p.date DESC, p.id DESC";
}

} // namespace

PurchaseListPage findPurchases(Call& call, const PurchaseListQuery& query) {
    ListRequest request{"purchases.purchase", "purchases.purchase", "p", ListParams(call.companyId())};
    request.where = conditionsOf(query, request.params);
    request.order = orderOf(query.sort);
    request.newest = orderOf(api::ListPurchasesSort::DateDescending);
    request.limit = query.limit;
    request.offset = query.offset;
    request.text = query.filter.text;
    request.counted = countedBy(query.filter);
    if (query.totals) {
        request.totals = totalsOf();
    }
    PurchaseListPage page;
    page.summary =
        readList(call, request, purchaseColumns(query.parts), [&](const Row& row, std::uint32_t column) {
            page.rows.push_back(purchaseFrom(row, column));
        });
    return page;
}

std::vector<commands::OpenPurchase> openPurchases(Call& call, const commands::OpenInput& filter) {
    constexpr std::int64_t Most = 500;
    ListParams params(call.companyId());
    std::string sql = "SELECT " + OpenPurchases.select("p") +
                      " FROM purchases.purchase p WHERE p.company_id = $1 AND p.balance > 0";
    sql += params.key("p.partner_id", filter.partnerId);
    sql += params.bound("p.currency =", filter.currency);
    if (filter.numbers) {
        ArrayParam list;
        for (const std::string& number : *filter.numbers) {
            list.add(number);
        }
        const std::string numbers = params.place(list);
        sql += " AND (p.number = ANY (" + numbers + ") OR p.supplier_reference = ANY (" + numbers + "))";
    }
    sql += " ORDER BY p.due_date, p.id LIMIT " + params.place(std::min(filter.limit, Most));
    const Rows rows = call.db().query(sql, params.values());
    std::vector<commands::OpenPurchase> open;
    for (const Row row : rows) {
        open.push_back(OpenPurchases.read(row));
    }
    return open;
}

} // namespace svc::purchases

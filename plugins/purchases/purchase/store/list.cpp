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

} // namespace

PurchaseListPage findPurchases(Request& request, const api::ListPurchasesParameters& parameters,
                               PurchaseParts parts) {
    ListRequest list = lists::purchase(request, parameters);
    if (parameters.overdue) {
        const std::string today = list.params.place(request.today());
        list.where += *parameters.overdue
                          ? " AND r.balance > 0 AND r.due_date < " + today
                          : " AND (r.balance <= 0 OR r.due_date IS NULL OR r.due_date >= " + today + ')';
    }
    PurchaseListPage page;
    page.summary = readList(request, list, purchaseColumns(parts), [&](const Row& row, std::uint32_t column) {
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

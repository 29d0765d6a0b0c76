#include "sale/store/list.hpp"

#include <svc/list_search.hpp>

namespace svc::sales {

SaleListPage findSales(Request& request, const api::ListSalesParameters& parameters, SaleParts parts) {
    ListRequest list = lists::sale(request, parameters);
    if (parameters.status == std::vector{api::SaleStatus::Cancelled}) {
        // They are few, and sale_payment_status_index returns them in order.
        list.where += " AND r.payment_status = 'cancelled'";
    }
    if (parameters.overdue) {
        const std::string today = list.params.place(request.today());
        list.where += *parameters.overdue
                          ? " AND r.balance > 0 AND r.due_date < " + today
                          : " AND (r.balance <= 0 OR r.due_date IS NULL OR r.due_date >= " + today + ')';
    }
    SaleListPage page;
    page.summary = readList(request, list, saleColumns(parts), [&](const Row& row, std::uint32_t column) {
        page.rows.push_back(saleFrom(row, column));
    });
    return page;
}

} // namespace svc::sales

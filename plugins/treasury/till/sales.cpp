#include "till/sales.hpp"

namespace svc::treasury {

void readSales(Call& call, CashSession& session) {
    session.sales = {};
    session.byMethod = Json::array();
    if (calls::sales::offersSessionTotals(call)) {
        auto totals = calls::sales::sessionTotals(call, {.businessUnitId = session.businessUnitId,
                                                         .from = session.openedAt,
                                                         .to = session.closedAt.value_or(call.now())});
        session.sales = {.count = totals.count, .total = totals.total};
        session.byMethod = std::move(totals.byMethod);
        return;
    }
    if (const std::int64_t cash = session.cashPayments.minor(); cash != 0) {
        session.byMethod.push(Json::object({{"method", "cash"}, {"amount", cash}}));
    }
}

} // namespace svc::treasury

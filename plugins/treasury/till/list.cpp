#include "till/sales.hpp"

namespace svc::treasury {

Answer<200, std::vector<api::CashSession>>
listCashSessions(Request& request, const api::ListCashSessionsParameters& parameters) {
    CashSessionPage page = CashSessionStore(request).list(parameters);
    for (CashSession& session : page.sessions) {
        if (!session.countedAmount) {
            readSales(request, session);
        }
    }
    const std::vector<api::CashSession> records(page.sessions.begin(), page.sessions.end());
    return Answer<200, std::vector<api::CashSession>>(records).total(page.total);
}

} // namespace svc::treasury

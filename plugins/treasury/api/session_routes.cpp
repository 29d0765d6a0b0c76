#include "api/cash_sessions.hpp"

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

Answer<200, std::vector<api::CashSession>>
listCashSessions(Request& request, const api::ListCashSessionsParameters& parameters) {
    CashSessionPage page =
        CashSessionStore(request).list({.dates = request.dateRange(),
                                        .statuses = parameters.status,
                                        .walletId = parameters.walletId,
                                        .businessUnitId = parameters.businessUnitId,
                                        .oldestFirst = parameters.sort == api::DateOrder::Date,
                                        .page = parameters.page});
    for (CashSession& session : page.sessions) {
        if (!session.countedAmount) {
            readSales(request, session);
        }
    }
    const std::vector<api::CashSession> records(page.sessions.begin(), page.sessions.end());
    return Answer<200, std::vector<api::CashSession>>(records).total(page.total);
}

Answer<201, api::CashSession> openCashSession(Request& request, const api::CashSessionOpen& body) {
    const CashSession session = openTill(request, body);
    return Answer<201, api::CashSession>(session).etag(session.version);
}

Answer<200, api::CashSession> closeCashSession(Request& request,
                                               const api::CloseCashSessionParameters& parameters,
                                               const api::CashSessionClose& body) {
    const CashSession session = closeTill(request, parameters.cashSessionId, body);
    return Answer<200, api::CashSession>(session).etag(session.version);
}

Answer<200, api::CashSession> getCashSession(Request& request,
                                             const api::GetCashSessionParameters& parameters) {
    auto session = CashSessionStore(request).find(parameters.cashSessionId);
    if (!session) {
        throw ApiError(404, "cash-session-not-found");
    }
    if (!session->countedAmount) {
        readSales(request, *session);
    }
    return Answer<200, api::CashSession>(*session).etag(session->version);
}

} // namespace svc::treasury

#include "api/routes.hpp"

#include "api/cash_sessions.hpp"
#include "api/records.hpp"

namespace svc::treasury {

void readSales(Call& call, CashSession& session) {
    session.sales = SessionSales{};
    if (call.offers("sales.session_totals")) {
        const Json totals = call.command(
            "sales.session_totals", Json::object({{"businessUnitId", encodeId("bus", session.businessUnitId)},
                                                  {"from", session.openedAt},
                                                  {"to", session.closedAt.value_or(call.now())}}));
        session.sales.count = totals.optionalInteger("count").value_or(0);
        session.sales.total = totals.optionalInteger("total").value_or(0);
        if (totals["byMethod"].isArray()) {
            session.sales.byMethod = totals["byMethod"];
        }
        return;
    }
    if (session.sums.cashPayments != 0) {
        session.sales.byMethod.push(
            Json::object({{"method", "cash"}, {"amount", session.sums.cashPayments}}));
    }
}

Response listCashSessions(Request& request) {
    CashSessionFilter filter;
    filter.dates = request.dateRange();
    filter.statuses = request.filterTexts("status");
    // An identifier of the wrong form finds nothing, like an unknown one.
    if (const auto wallet = request.query("walletId")) {
        filter.walletId = decodeId("wal", *wallet).value_or(Uuid());
    }
    if (const auto unit = request.query("businessUnitId")) {
        filter.businessUnitId = decodeId("bus", *unit).value_or(Uuid());
    }
    filter.oldestFirst = request.query("sort") == "date";
    const ArrayPage part = request.arrayPage();
    filter.limit = part.limit;
    filter.offset = part.offset;
    CashSessionPage page = CashSessionStore(request).list(filter);
    Json records = Json::array();
    for (CashSession& session : page.sessions) {
        if (!session.counted) {
            readSales(request, session);
        }
        records.push(toJson(session));
    }
    return Response::json(200, records).total(page.total);
}

Response openCashSession(Request& request) {
    const CashSession session = openTill(request, request.body());
    return Response::json(201, toJson(session)).etag(session.version);
}

Response closeCashSession(Request& request) {
    const Uuid id = request.pathId("cashSessionId", "csh", "cash-session-not-found");
    const CashSession session = closeTill(request, id, request.body());
    return Response::json(200, toJson(session)).etag(session.version);
}

Response getCashSession(Request& request) {
    const Uuid id = request.pathId("cashSessionId", "csh", "cash-session-not-found");
    auto session = CashSessionStore(request).find(id);
    if (!session) {
        throw ApiError(404, "cash-session-not-found");
    }
    if (!session->counted) {
        readSales(request, *session);
    }
    return Response::json(200, toJson(*session)).etag(session->version);
}

} // namespace svc::treasury

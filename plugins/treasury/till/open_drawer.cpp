#include <svc/changes.hpp>
#include <svc/error.hpp>

#include "till/store.hpp"

namespace svc::treasury {

Answer<201, api::DrawerOpening> openDrawer(Request& request, const api::OpenDrawerParameters& parameters,
                                           const api::DrawerOpen& body) {
    const auto session = CashSessionStore(request).find(parameters.cashSessionId);
    if (!session) {
        throw ApiError(404, "cash-session-not-found");
    }
    if (session->countedAmount) {
        throw ApiError(400, "cash-session-closed");
    }
    const Instant now = request.now().truncatedToMillis();
    request.history("cash_session", session->id.toString(), "drawer_opened",
                    changeOf("reason", nullptr, body.reason));
    emit(request, events::CashSessionDrawerOpened{.id = session->id,
                                                  .walletId = session->walletId,
                                                  .businessUnitId = session->businessUnitId,
                                                  .reason = body.reason,
                                                  .openedAt = now});
    return api::DrawerOpening{.cashSessionId = session->id,
                              .walletId = session->walletId,
                              .businessUnitId = session->businessUnitId,
                              .reason = body.reason,
                              .openedAt = now,
                              .openedBy = request.actor()};
}

} // namespace svc::treasury

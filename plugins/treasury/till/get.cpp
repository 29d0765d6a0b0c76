#include "till/sales.hpp"
#include "wallet/store.hpp"

namespace svc::treasury {

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

std::optional<commands::DocumentCashSessionOutput>
commands::documentCashSession(Call& call, const commands::DocumentCashSessionInput& input) {
    const auto session = CashSessionStore(call).find(input.id);
    if (!session) {
        return std::nullopt;
    }
    const auto till = WalletStore(call).find(session->walletId);
    return commands::DocumentCashSessionOutput{
        .id = session->id, .date = session->date, .label = till ? till->name : std::string()};
}

} // namespace svc::treasury

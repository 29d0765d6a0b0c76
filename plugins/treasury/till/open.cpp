#include "till/open.hpp"

#include "movement/stamp.hpp"
#include "movement/steps.hpp"
#include "till/count.hpp"
#include "till/sales.hpp"

namespace svc::treasury {
namespace {

void tellOpened(Call& call, const CashSession& s) {
    emit(call, events::CashSessionOpened{
                   .id = s.id,
                   .walletId = s.walletId,
                   .businessUnitId = s.businessUnitId,
                   .openingAmount = {s.openingAmount, s.currency},
                   .expectedOpeningAmount = {s.expectedOpeningAmount, s.currency},
                   .difference = {MinorAmount(s.openingAmount.minor() - s.expectedOpeningAmount.minor()),
                                  s.currency},
                   .openedAt = s.openedAt});
}

} // namespace

CashSession openTill(Call& call, const api::CashSessionOpen& body) {
    requireCount(body.openingAmount, body.count, "openingAmount");
    const Wallet till = findWallet(call, body.walletId);
    if (till.kind != api::WalletKind::Cash) {
        throw ApiError(400, "wallet-not-cash");
    }
    if (till.archived) {
        throw fieldInvalid("walletId");
    }
    // From here on nobody can move this till: the expected balance does not change, and of two concurrent
    // openings the second finds it open.
    const std::int64_t expected = TransactionStore(call).lockHolding(till.id).balance;
    if (const auto open = CashSessionStore(call).openOf(till.id)) {
        throw ApiError(400, "cash-session-open", {open->toString()});
    }
    call.checkDate(call.today());
    const Count count = countOf(body.openingAmount, body.count, "openingAmount", till.currency);

    CashSession session;
    stamp(call, session);
    session.walletId = till.id;
    const auto unit = till.businessUnitId ? std::nullopt : call.businessUnit(std::nullopt);
    session.businessUnitId =
        till.businessUnitId ? *till.businessUnitId : BusinessUnitId::parse(unit->textOr("id")).value();
    session.status = api::SessionStatus::Open;
    session.currency = till.currency;
    session.date = call.today();
    session.openedAt = session.createdAt;
    session.openedBy = session.createdBy;
    session.expectedOpeningAmount = MinorAmount(expected);
    session.openingAmount = MinorAmount(count.amount);
    session.openingCount = count.pieces;
    session.count = Json::array();
    session.note = body.note;
    addUp(session);
    // Before the session is opened, so that the difference is not a movement of the session.
    postDifference(call, till, session, count.amount - expected, "openingAmount");
    CashSessionStore(call).open(session);
    readSales(call, session);

    call.history("cash_session", session.id.toString(), "opened");
    tellOpened(call, session);
    return session;
}

Answer<201, api::CashSession> openCashSession(Request& request, const api::CashSessionOpen& body) {
    const CashSession session = openTill(request, body);
    return Answer<201, api::CashSession>(session).etag(session.version);
}

} // namespace svc::treasury

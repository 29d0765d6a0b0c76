#include "till/close.hpp"

#include "movement/steps.hpp"
#include "till/count.hpp"
#include "till/sales.hpp"
#include "transfer/create.hpp"

namespace svc::treasury {
namespace {

void tellClosed(Call& call, const CashSession& s) {
    events::CashSessionClosed event{.id = s.id,
                                    .walletId = s.walletId,
                                    .businessUnitId = s.businessUnitId,
                                    .openingAmount = {s.openingAmount, s.currency},
                                    .cashPayments = {s.cashPayments, s.currency},
                                    .cashRefunds = {s.cashRefunds, s.currency},
                                    .paidIn = {s.paidIn, s.currency},
                                    .paidOut = {s.paidOut, s.currency},
                                    .expectedAmount = {s.expectedAmount, s.currency},
                                    .countedAmount = {s.countedAmount.value(), s.currency},
                                    .difference = {s.difference.value(), s.currency},
                                    .count = {},
                                    .closedAt = s.closedAt.value()};
    for (const Json& piece : s.count.items()) {
        event.count.push_back({.denomination = {MinorAmount(piece["denomination"].integer()), s.currency},
                               .quantity = piece["quantity"].integer()});
    }
    emit(call, event);
}

Wallet tillOf(Call& call, WalletId id) {
    auto till = WalletStore(call).find(id);
    if (!till) {
        throw Fault("a cash session without wallet");
    }
    return *std::move(till);
}

void checkDeposit(const Wallet& till, const Wallet& target) {
    if (target.id == till.id) {
        throw ApiError(400, "same-wallet");
    }
    if (target.archived) {
        throw fieldInvalid("depositToWalletId");
    }
    checkSession(WalletFacts::of(target));
}

} // namespace

CashSession closeTill(Call& call, CashSessionId id, const api::CashSessionClose& body) {
    requireCount(body.countedAmount, body.count, "countedAmount");
    CashSessionStore store(call);
    auto found = store.find(id);
    if (!found) {
        throw ApiError(404, "cash-session-not-found");
    }
    const Wallet till = tillOf(call, found->walletId);
    const auto target =
        body.depositToWalletId ? std::optional(findWallet(call, *body.depositToWalletId)) : std::nullopt;
    std::vector<WalletId> wallets{till.id};
    if (target) {
        wallets.push_back(target->id);
    }
    TransactionStore(call).lockBalances(wallets);
    CashSession session = store.find(id).value();
    if (session.countedAmount) {
        throw ApiError(400, "cash-session-closed");
    }
    if (target) {
        checkDeposit(till, findWallet(call, target->id));
    }
    call.checkDate(call.today());
    const Count count = countOf(body.countedAmount, body.count, "countedAmount", till.currency);
    const std::int64_t leave =
        body.leaveAmount ? body.leaveAmount->minor(till.currency, "leaveAmount") : std::int64_t{0};
    if (leave < 0 || (target && leave > count.amount)) {
        throw fieldInvalid("leaveAmount");
    }

    session.status = api::SessionStatus::Closed;
    session.countedAmount = MinorAmount(count.amount);
    session.count = count.pieces;
    session.closedAt = session.updatedAt = call.now().truncatedToMillis();
    session.closedBy = call.actor();
    if (body.note) {
        session.note = body.note;
    }
    addUp(session);
    readSales(call, session);
    ++session.version;
    // The till is released before the difference and the deposit are posted: neither is a movement of the
    // session.
    store.close(session);
    const std::int64_t difference = session.difference.value().minor();
    postDifference(call, till, session, difference, "countedAmount");
    call.history(
        "cash_session", session.id.toString(), "closed",
        Json::array({Json::object({{"field", "status"},
                                   {"from", toText(api::SessionStatus::Open)},
                                   {"to", toText(session.status)}}),
                     Json::object({{"field", "difference"}, {"from", nullptr}, {"to", difference}})}));
    tellClosed(call, session);
    if (target && count.amount > leave) {
        const TransferOrder order{till, *target,      count.amount - leave, std::nullopt,
                                  0,    call.today(), std::nullopt,         true};
        session.depositTransferId = transferMoney(call, order).id;
        store.setDeposit(session);
    }
    return session;
}

Answer<200, api::CashSession> closeCashSession(Request& request,
                                               const api::CloseCashSessionParameters& parameters,
                                               const api::CashSessionClose& body) {
    const CashSession session = closeTill(request, parameters.cashSessionId, body);
    return Answer<200, api::CashSession>(session).etag(session.version);
}

} // namespace svc::treasury

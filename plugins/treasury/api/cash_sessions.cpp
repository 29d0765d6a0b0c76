#include "api/cash_sessions.hpp"

#include "api/amounts.hpp"
#include "api/movement.hpp"
#include "api/transfers.hpp"
#include "domain/cash_count.hpp"

namespace svc::treasury {

namespace {

/// What was counted: an amount, notes and coins, or both when they agree.
struct Count {
    std::int64_t amount = 0;
    Json pieces = Json::array(); ///< { denomination, quantity } in minor units
};

using CountInput = std::optional<std::vector<api::CashCountInputItem>>;

/// One of the two is required.
void requireCount(const std::optional<MajorAmount>& amount, const CountInput& pieces,
                  std::string_view field) {
    if (!amount && !pieces) {
        throw fieldRequired(field);
    }
}

Count countOf(const std::optional<MajorAmount>& amount, const CountInput& given, std::string_view field,
              Currency currency) {
    Count count;
    std::vector<Counted> pieces;
    for (const api::CashCountInputItem& piece : given.value_or(std::vector<api::CashCountInputItem>())) {
        const std::int64_t denomination =
            piece.denomination.minor(currency, "count[" + std::to_string(pieces.size()) + "].denomination");
        pieces.push_back({denomination, piece.quantity});
        count.pieces.push(Json::object({{"denomination", denomination}, {"quantity", piece.quantity}}));
    }
    const auto worth = worthOf(pieces);
    if (!worth) {
        throw fieldInvalid("count");
    }
    if (!amount) {
        count.amount = *worth;
        return count;
    }
    count.amount = amount->minor(currency, field);
    if (count.amount < 0) {
        throw fieldInvalid(field);
    }
    if (given && *worth != count.amount) {
        throw fieldInvalid("count");
    }
    return count;
}

/// Posts what the till holds more or less than its balance says.
void postDifference(Call& call, const Wallet& till, const CashSession& session, std::int64_t difference) {
    if (difference == 0) {
        return;
    }
    const WalletFacts facts = WalletFacts::of(till);
    Transaction t;
    t.walletId = till.id;
    t.kind = api::TransactionKind::TillDifference;
    t.direction = difference > 0 ? Direction::In : Direction::Out;
    t.amount = MinorAmount(difference > 0 ? difference : -difference);
    t.currency = till.currency;
    t.date = call.today();
    t.label = till.name;
    t.documentKind = "cash_session";
    t.documentId = session.id.toString();
    stamp(call, t);
    valueMovement(call, facts, t);
    const Json counterpart = Json::array({Json::object(
        {{"role", difference > 0 ? "till_surplus" : "till_shortage"}, {"amount", t.valueBase}})});
    post(call, facts, t, counterpart,
         {"cash_session", *t.documentId, *t.documentId, std::nullopt, session.businessUnitId});
    moveNow(call, facts, t);
}

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

CashSession openTill(Call& call, const api::CashSessionOpen& body) {
    requireCount(body.openingAmount, body.count, "openingAmount");
    const Wallet till = findWallet(call, body.walletId);
    if (till.kind != api::WalletKind::Cash) {
        throw ApiError(400, "wallet-not-cash");
    }
    if (till.archived) {
        throw fieldInvalid("walletId");
    }
    // From here on nobody moves this till: what it should hold stays what it is, and of two who open it at
    // the same time one finds it open.
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
    // Before the till belongs to the session: the difference is none of its movements.
    postDifference(call, till, session, count.amount - expected);
    CashSessionStore(call).open(session);
    readSales(call, session);

    call.history("cash_session", session.id.toString(), "opened");
    tellOpened(call, session);
    return session;
}

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
        checkDeposit(till, *target);
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
    // The till is free before the difference and the deposit: neither is a movement of the session.
    store.close(session);
    const std::int64_t difference = session.difference.value().minor();
    postDifference(call, till, session, difference);
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

} // namespace svc::treasury

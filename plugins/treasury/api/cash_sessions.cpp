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

/// One of the two is required.
void requireCount(const Json& body, std::string_view field) {
    if (body[field].isNull() && body["count"].isNull()) {
        throw fieldRequired(field);
    }
}

Count countOf(const Json& body, std::string_view field, Currency currency) {
    Count count;
    std::vector<Counted> pieces;
    const bool counted = !body["count"].isNull();
    for (const Json& piece : counted ? body["count"].items() : Json::Array{}) {
        const std::int64_t denomination = minorAt(
            piece["denomination"], "count[" + std::to_string(pieces.size()) + "].denomination", currency);
        pieces.push_back({denomination, piece["quantity"].integer()});
        count.pieces.push(Json::object({{"denomination", denomination}, {"quantity", piece["quantity"]}}));
    }
    const auto worth = worthOf(pieces);
    if (!worth) {
        throw fieldInvalid("count");
    }
    if (body[field].isNull()) {
        count.amount = *worth;
        return count;
    }
    count.amount = minorOf(body, field, currency);
    if (count.amount < 0) {
        throw fieldInvalid(field);
    }
    if (counted && *worth != count.amount) {
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
    t.id = call.newUuid();
    t.walletId = till.id;
    t.kind = "till_difference";
    t.direction = difference > 0 ? Direction::In : Direction::Out;
    t.amount = difference > 0 ? difference : -difference;
    t.currency = till.currency;
    t.date = call.today();
    t.label = till.name;
    t.documentKind = "cash_session";
    t.documentId = encodeId("csh", session.id);
    stamp(call, t);
    valueMovement(call, facts, t);
    const Json counterpart = Json::array({Json::object(
        {{"role", difference > 0 ? "till_surplus" : "till_shortage"}, {"amount", t.valueBase}})});
    post(call, facts, t, counterpart,
         {"cash_session", *t.documentId, *t.documentId, std::nullopt,
          encodeId("bus", session.businessUnitId)});
    moveNow(call, facts, t);
}

Json openedData(const CashSession& s) {
    return Json::object({{"id", encodeId("csh", s.id)},
                         {"walletId", encodeId("wal", s.walletId)},
                         {"businessUnitId", encodeId("bus", s.businessUnitId)},
                         {"openingAmount", amountJson(s.opening, s.currency)},
                         {"expectedOpeningAmount", amountJson(s.expectedOpening, s.currency)},
                         {"difference", amountJson(s.opening - s.expectedOpening, s.currency)},
                         {"openedAt", s.openedAt}});
}

Json closedData(const CashSession& s) {
    Json count = Json::array();
    for (const Json& piece : s.count.items()) {
        count.push(Json::object({{"denomination", amountJson(piece["denomination"].integer(), s.currency)},
                                 {"quantity", piece["quantity"]}}));
    }
    return Json::object({{"id", encodeId("csh", s.id)},
                         {"walletId", encodeId("wal", s.walletId)},
                         {"businessUnitId", encodeId("bus", s.businessUnitId)},
                         {"openingAmount", amountJson(s.opening, s.currency)},
                         {"cashPayments", amountJson(s.sums.cashPayments, s.currency)},
                         {"cashRefunds", amountJson(s.sums.cashRefunds, s.currency)},
                         {"paidIn", amountJson(s.sums.paidIn, s.currency)},
                         {"paidOut", amountJson(s.sums.paidOut, s.currency)},
                         {"expectedAmount", amountJson(s.expected(), s.currency)},
                         {"countedAmount", amountJson(*s.counted, s.currency)},
                         {"difference", amountJson(*s.counted - s.expected(), s.currency)},
                         {"count", std::move(count)},
                         {"closedAt", s.closedAt}});
}

Wallet tillOf(Call& call, const Uuid& id) {
    auto till = WalletStore(call).find(id);
    if (!till) {
        throw Fault("a cash session without wallet");
    }
    return *std::move(till);
}

/// The wallet that takes what is above `leaveAmount`; nothing when the body names none.
std::optional<Wallet> depositWallet(Call& call, const Json& body) {
    const auto text = body.optionalText("depositToWalletId");
    if (!text) {
        return std::nullopt;
    }
    const auto id = decodeId("wal", *text);
    auto wallet = id ? WalletStore(call).find(*id) : std::nullopt;
    if (!wallet) {
        throw ApiError(404, "wallet-not-found");
    }
    return wallet;
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

CashSession openTill(Call& call, const Json& body) {
    requireCount(body, "openingAmount");
    const Wallet till = findWallet(call, body);
    if (till.kind != "cash") {
        throw ApiError(400, "wallet-not-cash");
    }
    if (till.archived) {
        throw fieldInvalid("walletId");
    }
    // From here on nobody moves this till: what it should hold stays what it is, and of two who open it at
    // the same time one finds it open.
    const std::int64_t expected = TransactionStore(call).lockHolding(till.id).balance;
    if (const auto open = CashSessionStore(call).openOf(till.id)) {
        throw ApiError(400, "cash-session-open", {encodeId("csh", *open)});
    }
    call.checkDate(call.today());
    const Count count = countOf(body, "openingAmount", till.currency);

    CashSession session;
    session.id = call.newUuid();
    stamp(call, session);
    session.walletId = till.id;
    const auto unit = till.businessUnitId ? std::nullopt : call.businessUnit(std::nullopt);
    session.businessUnitId =
        till.businessUnitId ? *till.businessUnitId : decodeId("bus", unit->textOr("id")).value();
    session.currency = till.currency;
    session.date = call.today();
    session.openedAt = session.createdAt;
    session.expectedOpening = expected;
    session.opening = count.amount;
    session.openingCount = count.pieces;
    session.note = body.optionalText("note");
    // Before the till belongs to the session: the difference is none of its movements.
    postDifference(call, till, session, session.opening - session.expectedOpening);
    CashSessionStore(call).open(session);
    readSales(call, session);

    const std::string id = encodeId("csh", session.id);
    call.history("cash_session", id, "opened");
    call.emit("cash_session.opened", "cash_session", id, openedData(session));
    return session;
}

CashSession closeTill(Call& call, const Uuid& id, const Json& body) {
    requireCount(body, "countedAmount");
    CashSessionStore store(call);
    auto found = store.find(id);
    if (!found) {
        throw ApiError(404, "cash-session-not-found");
    }
    const Wallet till = tillOf(call, found->walletId);
    const auto target = depositWallet(call, body);
    std::vector<Uuid> wallets{till.id};
    if (target) {
        wallets.push_back(target->id);
    }
    TransactionStore(call).lockBalances(wallets);
    CashSession session = store.find(id).value();
    if (session.counted) {
        throw ApiError(400, "cash-session-closed");
    }
    if (target) {
        checkDeposit(till, *target);
    }
    call.checkDate(call.today());
    const Count count = countOf(body, "countedAmount", till.currency);
    const std::int64_t leave = body["leaveAmount"].isNull() ? 0 : minorOf(body, "leaveAmount", till.currency);
    if (leave < 0 || (target && leave > count.amount)) {
        throw fieldInvalid("leaveAmount");
    }

    session.counted = count.amount;
    session.count = count.pieces;
    session.closedAt = session.updatedAt = call.now().truncatedToMillis();
    const Actor actor = call.actor();
    if (const auto kind = actor.kindText()) {
        session.closedByKind = std::string(*kind);
    }
    session.closedById = actor.optionalId();
    if (const auto note = body.optionalText("note")) {
        session.note = note;
    }
    readSales(call, session);
    ++session.version;
    // The till is free before the difference and the deposit: neither is a movement of the session.
    store.close(session);
    const std::int64_t difference = *session.counted - session.expected();
    postDifference(call, till, session, difference);
    const std::string text = encodeId("csh", session.id);
    call.history(
        "cash_session", text, "closed",
        Json::array({Json::object({{"field", "status"}, {"from", "open"}, {"to", "closed"}}),
                     Json::object({{"field", "difference"}, {"from", nullptr}, {"to", difference}})}));
    call.emit("cash_session.closed", "cash_session", text, closedData(session));
    if (target && count.amount > leave) {
        TransferOrder order{till, *target,      count.amount - leave, std::nullopt,
                            0,    call.today(), std::nullopt,         true};
        session.depositTransferId = transferMoney(call, order).id;
        store.setDeposit(session);
    }
    return session;
}

} // namespace svc::treasury

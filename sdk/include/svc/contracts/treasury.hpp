/// @file Commands of the plugin `treasury`: tills, bank accounts, mobile money, exchange rates.
///
/// A plugin that calls them names them under `commands.uses` of its plugin.yaml. They grow as events do:
/// fields are added, never removed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <svc/call.hpp>

namespace svc::contracts {

struct Wallet {
    std::string id;   ///< wal_…
    std::string kind; ///< cash, bank, mobile_money or card
    Currency currency;
    bool allowNegative = false;
    bool requireSession = false; ///< moves only while a cash session is open
    std::optional<std::string> openSessionId;
    bool archived = false;
    std::optional<std::string> businessUnitId;
    Json facts = {}; ///< as treasury gave them: spares it a read when they come back with a movement

    /// A till that wants an open session and has none.
    bool needsSession() const { return requireSession && !openSessionId; }
};

/// `treasury.wallet`: a wallet, or the default one of the business unit, else of the company, when `id` has
/// no value. Who has the facts of the unit from Call::businessUnit gives them too, which spares a read.
inline std::optional<Wallet> getWallet(Call& call, const std::optional<std::string>& id,
                                       const std::optional<std::string>& businessUnitId,
                                       const Json& businessUnit = Json(nullptr)) {
    const Json found = call.command(
        "treasury.wallet",
        Json::object({{"id", id}, {"businessUnitId", businessUnitId}, {"businessUnit", businessUnit}}));
    if (found.isNull()) {
        return std::nullopt;
    }
    return Wallet{found["id"].text(),
                  found["kind"].text(),
                  Currency::parse(found["currency"].text()).value(),
                  found.optionalBool("allowNegative").value_or(false),
                  found.optionalBool("requireSession").value_or(false),
                  found.optionalText("openSessionId"),
                  found.optionalBool("archived").value_or(false),
                  found.optionalText("businessUnitId"),
                  found};
}

/// One line of the other side of a movement, posted against the wallet: an account role (ledger.hpp) and an
/// amount in minor units of the company's currency. The lines add up to the movement's amount in that
/// currency.
struct CounterpartLine {
    std::string role;
    std::int64_t amount = 0;
    std::optional<std::string> partnerId;
    std::optional<std::int64_t> foreignAmount;
    std::optional<Currency> foreignCurrency;
    std::optional<std::string> partnerName = {};
    std::optional<std::string> openItem = {};       ///< as in ledger.hpp
    std::optional<std::string> openItemNumber = {}; ///< as in ledger.hpp
};

/// Money that moves because of a document of the caller.
struct MoneyMove {
    std::string walletId;
    Json wallet = {};                       ///< facts of the wallet, when they are at hand
    std::int64_t amount = 0;                ///< minor units of the wallet's currency, positive
    std::optional<std::int64_t> baseAmount; ///< in the company's currency; without it by the rate of the date
    std::string kind;                       ///< sale_payment, sale_refund, purchase_payment
    std::string documentKind;
    std::string documentId;
    std::optional<std::string> documentNumber;
    std::optional<Date> documentDate;
    std::optional<std::string> partnerId;
    Date date;
    std::string label;
    std::optional<std::string> reference;
    std::optional<std::string> method;
    std::optional<std::string> category;
    std::optional<std::string> businessUnitId;
    std::vector<CounterpartLine> counterpart;
};

struct MoneyMoved {
    std::string transactionId; ///< txn_…
    std::int64_t baseAmount = 0;
};

namespace detail {

inline Json moneyJson(const MoneyMove& move) {
    Json counterpart = Json::array();
    for (const CounterpartLine& line : move.counterpart) {
        counterpart.push(Json::object({{"role", line.role},
                                       {"amount", line.amount},
                                       {"partnerId", line.partnerId},
                                       {"foreignAmount", line.foreignAmount},
                                       {"foreignCurrency", line.foreignCurrency},
                                       {"partnerName", line.partnerName},
                                       {"openItem", line.openItem},
                                       {"openItemNumber", line.openItemNumber}}));
    }
    return Json::object({{"walletId", move.walletId},
                         {"wallet", move.wallet},
                         {"amount", move.amount},
                         {"baseAmount", move.baseAmount},
                         {"kind", move.kind},
                         {"documentKind", move.documentKind},
                         {"documentId", move.documentId},
                         {"documentNumber", move.documentNumber},
                         {"documentDate", move.documentDate},
                         {"partnerId", move.partnerId},
                         {"date", move.date},
                         {"label", move.label},
                         {"reference", move.reference},
                         {"method", move.method},
                         {"category", move.category},
                         {"businessUnitId", move.businessUnitId},
                         {"counterpart", std::move(counterpart)}});
}

inline MoneyMoved moneyMoved(const Json& answer) {
    return {answer["transactionId"].text(), answer.optionalInteger("baseAmount").value_or(0)};
}

} // namespace detail

/// `treasury.receive`: moves money into a wallet and posts it.
inline MoneyMoved receiveMoney(Call& call, const MoneyMove& move) {
    return detail::moneyMoved(call.command("treasury.receive", detail::moneyJson(move)));
}

/// `treasury.pay`: moves money out of a wallet and posts it; refused when the wallet may not go below zero.
inline MoneyMoved payMoney(Call& call, const MoneyMove& move) {
    return detail::moneyMoved(call.command("treasury.pay", detail::moneyJson(move)));
}

/// `treasury.reverse`: undoes a movement by a reversing one.
inline MoneyMoved reverseMoney(Call& call, std::string_view transactionId, std::string_view reason,
                               Date date) {
    return detail::moneyMoved(
        call.command("treasury.reverse",
                     Json::object({{"transactionId", transactionId}, {"reason", reason}, {"date", date}})));
}

/// `treasury.rate`: how many units of `currency` one unit of the company's currency is on that date; nothing
/// when no rate is known.
inline std::optional<Decimal> exchangeRate(Call& call, Currency currency, Date date) {
    const Json found =
        call.command("treasury.rate", Json::object({{"currency", currency.code()}, {"date", date}}));
    return found.optionalDecimal("rate");
}

/// `treasury.record`: a movement outside a document, told as `transaction.created`. `body` is that of
/// POST /transactions (major units), with `kind` `free` or `bank`; gives the movement as the API shows it.
inline Json recordMovement(Call& call, const Json& body) {
    return call.command("treasury.record", body);
}

/// `treasury.void`: undoes such a movement, told as `transaction.voided`.
inline Json voidMovement(Call& call, std::string_view transactionId, std::string_view reason, Date date) {
    return call.command("treasury.void",
                        Json::object({{"transactionId", transactionId}, {"reason", reason}, {"date", date}}));
}

/// `treasury.transfer`: the body of POST /wallets/transfer (major units); gives the transfer.
inline Json transferBetweenWallets(Call& call, const Json& body) {
    return call.command("treasury.transfer", body);
}

/// A movement that a statement tells of, or tells of no more.
struct FoundMovement {
    std::string transactionId;
    bool reconciled = true;
};

/// `treasury.reconcile`: marks movements, just before the commit, and adds to what waits for reconciliation
/// in the wallet (signed minor units).
inline void reconcileMovements(Call& call, std::string_view walletId,
                               const std::vector<FoundMovement>& movements, std::int64_t waiting) {
    Json list = Json::array();
    for (const FoundMovement& movement : movements) {
        list.push(Json::object({{"id", movement.transactionId}, {"reconciled", movement.reconciled}}));
    }
    call.command(
        "treasury.reconcile",
        Json::object({{"walletId", walletId}, {"transactions", std::move(list)}, {"waiting", waiting}}));
}

} // namespace svc::contracts

#include "api/commands.hpp"

#include "api/amounts.hpp"
#include "api/free_movements.hpp"
#include "api/movement.hpp"
#include "store/rate_store.hpp"

namespace svc::treasury {

namespace {

std::optional<Uuid> idIn(const Json& input, std::string_view field, std::string_view prefix) {
    const auto text = input.optionalText(field);
    return text ? decodeId(prefix, *text) : std::nullopt;
}

Date dateOf(Call& call, const Json& input) {
    const auto text = input.optionalText("date");
    const auto date = text ? Date::parse(*text) : std::optional(call.today());
    if (!date) {
        throw fieldInvalid("date");
    }
    return *date;
}

std::optional<Wallet> defaultWallet(Call& call, const Json& input) {
    const Json& known = input["businessUnit"];
    const auto unit =
        known.isObject() ? std::optional(known) : call.businessUnit(input.optionalText("businessUnitId"));
    if (!unit) {
        return std::nullopt;
    }
    return WalletStore(call).findDefault(idIn(*unit, "defaultWalletId", "wal"), idIn(*unit, "id", "bus"));
}

Transaction movementOf(Call& call, const Json& input, const WalletFacts& wallet, Direction direction) {
    Transaction t;
    t.id = call.newUuid();
    t.walletId = wallet.id;
    t.kind = input.textOr("kind");
    t.direction = direction;
    t.amount = input["amount"].integer();
    t.currency = wallet.currency;
    t.date = dateOf(call, input);
    t.category = input.optionalText("category");
    t.label = input.textOr("label");
    t.partnerId = idIn(input, "partnerId", "par");
    t.documentKind = input.optionalText("documentKind");
    t.documentId = input.optionalText("documentId");
    t.reference = input.optionalText("reference");
    t.needsSession = wallet.requireSession;
    stamp(call, t);
    return t;
}

Json move(Call& call, const Json& input, Direction direction) {
    const Json& known = input["wallet"];
    const WalletFacts wallet =
        known.isNull() ? WalletFacts::of(requireWallet(call, input)) : WalletFacts::of(known);
    if (wallet.archived) {
        throw fieldInvalid("walletId");
    }
    checkSession(wallet);
    Transaction t = movementOf(call, input, wallet, direction);
    if (t.amount <= 0) {
        throw ApiError(400, "amount-required");
    }
    valueMovement(call, wallet, t, input.optionalInteger("baseAmount"));
    if (input["counterpart"].isArray()) {
        post(call, wallet, t, input["counterpart"],
             {t.documentKind.value_or("transaction"), t.documentId.value_or(encodeId("txn", t.id)),
              input.optionalText("documentNumber"), input.optionalText("documentDate"),
              input.optionalText("businessUnitId")});
    }
    // Only what may fail for want of funds holds the lock of the balance before the end.
    if (direction == Direction::Out && !wallet.allowNegative) {
        moveNow(call, wallet, t);
    } else {
        TransactionStore(call).insertLate(t);
    }
    return Json::object({{"transactionId", encodeId("txn", t.id)}, {"baseAmount", t.valueBase}});
}

} // namespace

Json walletCommand(Call& call, const Json& input) {
    std::optional<Wallet> wallet;
    if (const auto text = input.optionalText("id")) {
        const auto id = decodeId("wal", *text);
        wallet = id ? WalletStore(call).find(*id) : std::nullopt;
    } else {
        wallet = defaultWallet(call, input);
    }
    if (!wallet) {
        return Json(nullptr);
    }
    return Json::object({
        {"id", encodeId("wal", wallet->id)},
        {"name", wallet->name},
        {"kind", wallet->kind},
        {"currency", wallet->currency},
        {"allowNegative", wallet->allowNegative},
        {"requireSession", wallet->requireSession},
        {"openSessionId",
         wallet->openSessionId ? Json(encodeId("csh", *wallet->openSessionId)) : Json(nullptr)},
        {"archived", wallet->archived},
        {"businessUnitId",
         wallet->businessUnitId ? Json(encodeId("bus", *wallet->businessUnitId)) : Json(nullptr)},
        {"iban", wallet->iban},
        {"accountNumber", wallet->accountNumber},
        {"balance", wallet->balance},
    });
}

Json receiveCommand(Call& call, const Json& input) {
    return move(call, input, Direction::In);
}

Json payCommand(Call& call, const Json& input) {
    return move(call, input, Direction::Out);
}

Json reverseCommand(Call& call, const Json& input) {
    const auto id = idIn(input, "transactionId", "txn");
    auto transaction = id ? TransactionStore(call).findForUpdate(*id) : std::nullopt;
    if (!transaction) {
        throw ApiError(404, "transaction-not-found");
    }
    if (transaction->status == "voided") {
        throw ApiError(400, "transaction-voided");
    }
    const Transaction back = reverse(call, *transaction, input.textOr("reason"), dateOf(call, input));
    tellVoided(call, *transaction, back);
    return Json::object({{"transactionId", encodeId("txn", back.id)}, {"baseAmount", back.valueBase}});
}

Json rateCommand(Call& call, const Json& input) {
    const auto currency = Currency::parse(input.textOr("currency"));
    if (!currency) {
        return Json(nullptr);
    }
    const Date date = dateOf(call, input);
    if (*currency == call.company().currency) {
        return Json::object({{"rate", Decimal(1)}, {"date", date}, {"source", "base"}});
    }
    const auto rate = RateStore(call).find(*currency, date);
    if (!rate) {
        return Json(nullptr);
    }
    return Json::object({{"rate", rate->rate}, {"date", rate->date}, {"source", rate->source}});
}

Json planUseCommand(Call& call, const Json&) {
    return Json::object({{"wallets", WalletStore(call).active()}});
}

} // namespace svc::treasury

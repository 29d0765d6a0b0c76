#include "api/transfers.hpp"

#include "api/amounts.hpp"
#include "api/movement.hpp"
#include "domain/conversion.hpp"
#include "store/rate_store.hpp"

namespace svc::treasury {

namespace {

std::optional<std::string> unitOf(const Wallet& wallet) {
    return wallet.businessUnitId ? std::optional(encodeId("bus", *wallet.businessUnitId)) : std::nullopt;
}

/// What the target receives at the rates of the day.
std::int64_t receivedByRate(Call& call, const TransferOrder& order) {
    const Currency base = call.company().currency;
    const auto rateOf = [&](Currency currency) {
        if (currency == base) {
            return Decimal(1);
        }
        const auto rate = RateStore(call).find(currency, order.date);
        if (!rate) {
            throw ApiError(400, "rate-not-found", {order.from.currency.code(), order.to.currency.code()});
        }
        return rate->rate;
    };
    const Decimal from = rateOf(order.from.currency);
    const Decimal to = rateOf(order.to.currency);
    const std::int64_t received = exchanged(order.amount, order.from.currency, from, order.to.currency, to);
    if (received == 0) {
        throw fieldInvalid("receivedAmount");
    }
    return received;
}

/// One leg: a movement of a wallet that belongs to the transfer.
Transaction leg(Call& call, const Transfer& transfer, const Wallet& wallet, Direction direction,
                std::int64_t amount, Date date) {
    Transaction t;
    t.id = call.newUuid();
    t.walletId = wallet.id;
    t.kind = "transfer";
    t.direction = direction;
    t.amount = amount;
    t.currency = wallet.currency;
    t.date = date;
    t.label = transfer.label;
    t.documentKind = "transfer";
    t.documentId = encodeId("trf", transfer.id);
    stamp(call, t);
    return t;
}

/// Value of what moves, in the currency of the company: what was given or received in it, else what the
/// received currency is worth on that day. Nothing when it comes at the value it has in the books.
std::optional<std::int64_t> valueInTransit(Call& call, const TransferOrder& order, std::int64_t received) {
    const Currency base = call.company().currency;
    if (order.from.currency == base) {
        return order.amount;
    }
    if (order.to.currency == base) {
        return received;
    }
    const auto rate = order.to.currency == order.from.currency
                          ? std::nullopt
                          : RateStore(call).find(order.to.currency, order.date);
    return rate ? std::optional(baseAmount(received, order.to.currency, base, rate->rate)) : std::nullopt;
}

/// At the rate of the day; 0 without one when the wallet holds enough, whose cost then counts alone.
std::int64_t valueOfTheDay(Call& call, const TransferOrder& order) {
    const Currency base = call.company().currency;
    if (const auto rate = RateStore(call).find(order.from.currency, order.date)) {
        return baseAmount(order.amount, order.from.currency, base, rate->rate);
    }
    if (TransactionStore(call).balance(order.from.id) < order.amount) {
        throw ApiError(400, "rate-not-found", {order.from.currency.code(), base.code()});
    }
    return 0;
}

void checkFunds(Call& call, const Wallet& wallet, std::int64_t needed) {
    if (wallet.allowNegative) {
        return;
    }
    const std::int64_t available = TransactionStore(call).balance(wallet.id);
    if (available < needed) {
        throw ApiError(400, "insufficient-funds", {encodeId("wal", wallet.id), std::to_string(available)});
    }
}

void carryOut(Call& call, const Wallet& wallet, bool needsSession, Transaction& t, const Json& counterpart,
              Transfer& transfer) {
    const WalletFacts facts = WalletFacts::of(wallet);
    t.needsSession = needsSession && facts.requireSession;
    const std::string id = encodeId("trf", transfer.id);
    post(call, facts, t, counterpart, {"transfer", id, id, std::nullopt, unitOf(wallet)});
    moveNow(call, facts, t);
    transfer.transactionIds.push_back(t.id);
}

Json against(std::string_view role, std::int64_t amount) {
    return Json::array({Json::object({{"role", role}, {"amount", amount}})});
}

void tell(Call& call, const Transfer& t) {
    const std::string id = encodeId("trf", t.id);
    call.history("transfer", id, "completed");
    call.emit("transfer.completed", "transfer", id,
              Json::object({{"id", id},
                            {"fromWalletId", encodeId("wal", t.fromWalletId)},
                            {"toWalletId", encodeId("wal", t.toWalletId)},
                            {"amount", amountJson(t.amount, t.currency)},
                            {"receivedAmount", amountJson(t.receivedAmount, t.receivedCurrency)},
                            {"fee", amountJson(t.fee, t.currency)},
                            {"date", t.date},
                            {"label", t.label}}));
}

} // namespace

Transfer transferMoney(Call& call, const TransferOrder& order) {
    Transfer transfer;
    transfer.id = call.newUuid();
    transfer.fromWalletId = order.from.id;
    transfer.toWalletId = order.to.id;
    transfer.amount = order.amount;
    transfer.currency = order.from.currency;
    transfer.receivedCurrency = order.to.currency;
    transfer.receivedAmount = order.received.value_or(order.amount);
    if (!order.received && order.from.currency != order.to.currency) {
        transfer.receivedAmount = receivedByRate(call, order);
    }
    transfer.fee = order.fee;
    transfer.date = order.date;
    transfer.label = order.label.value_or(order.from.name + " → " + order.to.name);
    stamp(call, transfer);

    TransactionStore(call).lockBalances({order.from.id, order.to.id});
    checkFunds(call, order.from, order.amount + order.fee);

    const WalletFacts from = WalletFacts::of(order.from);
    Transaction out = leg(call, transfer, order.from, Direction::Out, order.amount, order.date);
    const auto value = valueInTransit(call, order, transfer.receivedAmount);
    valueMovement(call, from, out, value ? *value : valueOfTheDay(call, order));
    if (!value) {
        // Nothing says another value: it leaves and arrives as it stands in the books.
        out.valueBase = out.baseAmount;
    }
    transfer.valueBase = out.valueBase;
    carryOut(call, order.from, !order.closingTill, out, against("transfer_in_transit", out.valueBase),
             transfer);

    Transaction in = leg(call, transfer, order.to, Direction::In, transfer.receivedAmount, order.date);
    valueMovement(call, WalletFacts::of(order.to), in, transfer.valueBase);
    carryOut(call, order.to, true, in, against("transfer_in_transit", in.valueBase), transfer);

    if (order.fee > 0) {
        Transaction fee = leg(call, transfer, order.from, Direction::Out, order.fee, order.date);
        fee.category = "bank_fees";
        valueMovement(call, from, fee);
        carryOut(
            call, order.from, !order.closingTill, fee,
            against(order.from.kind == "mobile_money" ? "mobile_money_fees" : "bank_fees", fee.valueBase),
            transfer);
    }
    TransferStore(call).insert(transfer);
    tell(call, transfer);
    return transfer;
}

Transfer transferOf(Call& call, const Json& body) {
    const auto find = [&](const char* field) {
        const auto id = decodeId("wal", body.textOr(field));
        auto wallet = id ? WalletStore(call).find(*id) : std::nullopt;
        if (!wallet) {
            throw ApiError(404, "wallet-not-found");
        }
        return *std::move(wallet);
    };
    TransferOrder order;
    order.from = find("fromWalletId");
    order.to = find("toWalletId");
    if (order.from.id == order.to.id) {
        throw ApiError(400, "same-wallet");
    }
    order.amount = minorOf(body, "amount", order.from.currency);
    const auto optional = [&](const char* field, Currency currency) {
        return body[field].isNull() ? std::nullopt : std::optional(minorOf(body, field, currency));
    };
    order.received = optional("receivedAmount", order.to.currency);
    order.fee = optional("fee", order.from.currency).value_or(0);
    const bool oneCurrency = order.from.currency == order.to.currency;
    if (order.received && (*order.received <= 0 || (oneCurrency && *order.received != order.amount))) {
        throw fieldInvalid("receivedAmount");
    }
    if (order.fee < 0) {
        throw fieldInvalid("fee");
    }
    if (order.from.archived) {
        throw fieldInvalid("fromWalletId");
    }
    if (order.to.archived) {
        throw fieldInvalid("toWalletId");
    }
    checkSession(WalletFacts::of(order.from));
    checkSession(WalletFacts::of(order.to));
    order.date = businessDate(call, body);
    order.label = body.optionalText("label");
    return transferMoney(call, order);
}

} // namespace svc::treasury

#include "transfer/create.hpp"

#include "movement/stamp.hpp"
#include "movement/steps.hpp"
#include "rate/rules/conversion.hpp"
#include "rate/store.hpp"
#include "trade/exchange.hpp"

namespace svc::treasury {

namespace {

/// The amount that the target wallet receives at the rates of the day.
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
    const auto received = trade::exchanged(order.amount, order.from.currency, from, order.to.currency, to);
    if (received.value_or(0) == 0) {
        throw fieldInvalid("receivedAmount");
    }
    return *received;
}

/// One leg: a movement of a wallet that belongs to the transfer.
Transaction leg(Call& call, const Transfer& transfer, const Wallet& wallet, Direction direction,
                std::int64_t amount, Date date) {
    Transaction t;
    t.walletId = wallet.id;
    t.kind = api::TransactionKind::Transfer;
    t.direction = direction;
    t.amount = MinorAmount(amount);
    t.currency = wallet.currency;
    t.date = date;
    t.label = transfer.label;
    t.documentKind = "transfer";
    t.documentId = transfer.id.toString();
    stamp(call, t);
    return t;
}

/// The amount in the currency of the company at a rate.
std::int64_t valueAt(std::int64_t amount, Currency currency, Currency base, const Decimal& rate) {
    const auto value = baseAmount(amount, currency, base, rate);
    if (!value) {
        throw fieldInvalid("amount");
    }
    return *value;
}

/// The value of the transferred money in the currency of the company: the amount given or received in that
/// currency, else the value of the received currency on that day. Nothing when no such value exists and the
/// book value applies.
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
    return rate ? std::optional(valueAt(received, order.to.currency, base, rate->rate)) : std::nullopt;
}

/// The value at the rate of the day. Without a rate, 0 if the wallet holds enough: then only its cost counts.
std::int64_t valueOfTheDay(Call& call, const TransferOrder& order) {
    const Currency base = call.company().currency;
    if (const auto rate = RateStore(call).find(order.from.currency, order.date)) {
        return valueAt(order.amount, order.from.currency, base, rate->rate);
    }
    if (TransactionStore(call).balance(order.from.id) < order.amount) {
        throw ApiError(400, "rate-not-found", {order.from.currency.code(), base.code()});
    }
    return 0;
}

/// A wallet may have been archived since it was read.
void lockWallets(Call& call, const TransferOrder& order) {
    const auto archived = TransactionStore(call).lockBalances({order.from.id, order.to.id});
    if (!archived.empty()) {
        throw fieldInvalid(archived.front() == order.from.id ? "fromWalletId" : "toWalletId");
    }
}

void checkFunds(Call& call, const Wallet& wallet, std::int64_t needed) {
    if (wallet.allowNegative) {
        return;
    }
    const std::int64_t available = TransactionStore(call).balance(wallet.id);
    if (available < needed) {
        throw ApiError(400, "insufficient-funds", {wallet.id.toString(), std::to_string(available)});
    }
}

void carryOut(Call& call, const Wallet& wallet, bool needsSession, Transaction& t, const Json& counterpart,
              Transfer& transfer) {
    const WalletFacts facts = WalletFacts::of(wallet);
    t.needsSession = needsSession && facts.requireSession;
    const std::string id = transfer.id.toString();
    post(call, facts, t, counterpart, {"transfer", id, id, std::nullopt, wallet.businessUnitId});
    moveNow(call, facts, t);
    transfer.transactionIds.push_back(t.id);
}

Json against(std::string_view role, std::int64_t amount) {
    return Json::array({Json::object({{"role", role}, {"amount", amount}})});
}

void tell(Call& call, const Transfer& t) {
    call.history("transfer", t.id.toString(), "completed");
    emit(call, events::TransferCompleted{.id = t.id,
                                         .fromWalletId = t.fromWalletId,
                                         .toWalletId = t.toWalletId,
                                         .amount = {t.amount, t.currency},
                                         .receivedAmount = {t.receivedAmount, t.receivedCurrency},
                                         .fee = {t.fee, t.currency},
                                         .date = t.date,
                                         .label = t.label});
}

} // namespace

Transfer transferMoney(Call& call, const TransferOrder& order) {
    Transfer transfer;
    transfer.fromWalletId = order.from.id;
    transfer.toWalletId = order.to.id;
    transfer.amount = MinorAmount(order.amount);
    transfer.currency = order.from.currency;
    transfer.receivedCurrency = order.to.currency;
    std::int64_t received = order.received.value_or(order.amount);
    if (!order.received && order.from.currency != order.to.currency) {
        received = receivedByRate(call, order);
    }
    transfer.receivedAmount = MinorAmount(received);
    transfer.fee = MinorAmount(order.fee);
    transfer.status = api::TransferStatus::Completed;
    transfer.date = order.date;
    transfer.label = order.label.value_or(order.from.name + " → " + order.to.name);
    stamp(call, transfer);

    lockWallets(call, order);
    checkFunds(call, order.from, order.amount + order.fee);

    const WalletFacts from = WalletFacts::of(order.from);
    Transaction out = leg(call, transfer, order.from, Direction::Out, order.amount, order.date);
    const auto value = valueInTransit(call, order, received);
    valueMovement(call, from, out, value ? *value : valueOfTheDay(call, order));
    if (!value) {
        // No other value is known: the money leaves and arrives at its book value.
        out.valueBase = out.baseAmount;
    }
    const std::int64_t inTransit = out.valueBase;
    carryOut(call, order.from, !order.closingTill, out, against("transfer_in_transit", out.valueBase),
             transfer);

    Transaction in = leg(call, transfer, order.to, Direction::In, received, order.date);
    valueMovement(call, WalletFacts::of(order.to), in, inTransit);
    carryOut(call, order.to, true, in, against("transfer_in_transit", in.valueBase), transfer);

    if (order.fee > 0) {
        Transaction fee = leg(call, transfer, order.from, Direction::Out, order.fee, order.date);
        fee.category = "bank_fees";
        valueMovement(call, from, fee);
        carryOut(call, order.from, !order.closingTill, fee,
                 against(order.from.kind == api::WalletKind::MobileMoney ? "mobile_money_fees" : "bank_fees",
                         fee.valueBase),
                 transfer);
    }
    insertTransfer(call, transfer, inTransit);
    tell(call, transfer);
    return transfer;
}

Transfer transferOf(Call& call, const api::TransferCreate& body) {
    TransferOrder order;
    order.from = findWallet(call, body.fromWalletId);
    order.to = findWallet(call, body.toWalletId);
    if (order.from.id == order.to.id) {
        throw ApiError(400, "same-wallet");
    }
    order.amount = body.amount.minor(order.from.currency, "amount");
    if (body.receivedAmount) {
        order.received = body.receivedAmount->minor(order.to.currency, "receivedAmount");
    }
    if (body.fee) {
        order.fee = body.fee->minor(order.from.currency, "fee");
    }
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
    order.date = call.businessDate(body.date);
    order.label = body.label;
    return transferMoney(call, order);
}

Answer<201, api::Transfer> transferBetweenWallets(Request& request, const api::TransferCreate& body) {
    const Transfer transfer = transferOf(request, body);
    return Answer<201, api::Transfer>(transfer).etag(transfer.version);
}

api::Transfer commands::transfer(Call& call, const Json& input) {
    api::TransferCreate body;
    read(input, bind::Place(), body);
    return transferOf(call, body);
}

} // namespace svc::treasury

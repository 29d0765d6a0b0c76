#include "movement/steps.hpp"

#include <svc/rounding.hpp>

#include "movement/stamp.hpp"
#include "rate/rules/conversion.hpp"
#include "rate/store.hpp"

namespace svc::treasury {

namespace {

/// The lines of a movement's entry. Lines of zero are omitted.
Json entryLines(Call& call, const WalletFacts& wallet, const Transaction& t, const Json& counterpart) {
    const bool foreign = wallet.currency != call.company().currency;
    Json lines = Json::array();
    const auto add = [&](Json line, std::string_view role, Side side) {
        if (side.debit != 0 || side.credit != 0) {
            lines.push(line.set("role", role).set("debit", side.debit).set("credit", side.credit));
        }
    };

    Json walletLine = Json::object({{"walletId", wallet.id}});
    if (foreign) {
        walletLine.set("foreignAmount", t.amount.minor()).set("foreignCurrency", wallet.currency);
    }
    add(std::move(walletLine), walletRole(wallet.kind, foreign), walletSide(t.direction, t.baseAmount));

    std::int64_t sum = 0;
    bool exchanged = foreign;
    for (const Json& given : counterpart.items()) {
        const std::int64_t amount = given["amount"].integer();
        if (__builtin_add_overflow(sum, amount, &sum)) {
            throw Fault("the counterpart of a movement is out of range");
        }
        Json line = given;
        line.remove("amount");
        // Amounts of a document in the currency of the company are not foreign amounts.
        if (line.textOr("foreignCurrency") == call.company().currency.code()) {
            line.remove("foreignAmount");
            line.remove("foreignCurrency");
        }
        exchanged = exchanged || !line["foreignCurrency"].isNull();
        add(std::move(line), given.textOr("role"), counterpartSide(t.direction, amount));
    }

    if (const auto difference = exchangeDifference(t.direction, t.valueBase, sum)) {
        if (!exchanged) {
            throw Fault("the counterpart of a movement does not add up to its amount");
        }
        add(Json::object(), difference->role, difference->side);
    }
    if (const auto difference = treasuryDifference(t.direction, t.baseAmount, t.valueBase)) {
        add(Json::object(), difference->role, difference->side);
    }
    return lines;
}

void postLines(Call& call, std::string_view journal, Transaction& t, Json lines,
               const EntryDocument& document) {
    if (lines.empty()) {
        return;
    }
    const Json entry = Json::object({
        {"journal", journal},
        {"date", t.date},
        {"label", t.label},
        {"documentKind", document.kind},
        {"documentId", document.id},
        {"documentNumber", document.number},
        {"documentDate", document.date.value_or(t.date)},
        {"businessUnitId", document.businessUnitId},
        {"lines", lines},
    });
    // Passed as JSON: the lines are forwarded as the document's module gave them, and stored with the
    // movement.
    t.entryId = call.command("ledger.post", entry).optionalText("entryId");
    t.posting = Json::object({{"journal", journal}, {"lines", std::move(lines)}});
    if (document.businessUnitId) {
        t.posting.set("businessUnitId", document.businessUnitId->toString());
    }
}

/// The lines of a movement with their sides swapped. The wallet's line has the book value of the reversal; a
/// difference to the original is an exchange gain or loss on money held.
Json reversedLines(const Transaction& t, const Transaction& back) {
    Json lines = Json::array();
    for (Json line : t.posting["lines"].items()) {
        const Json debit = line["debit"];
        line.set("debit", line["credit"]).set("credit", debit);
        const bool claim = line.textOr("role") == "customer" || line.textOr("role") == "supplier";
        if (claim && line["openItem"].isNull() && t.documentId) {
            // The settled receivable or payable is open again.
            line.set("openItem", *t.documentId);
        }
        if (!line["walletId"].isNull()) {
            const Side side = walletSide(back.direction, back.baseAmount);
            line.set("debit", side.debit).set("credit", side.credit);
        }
        lines.push(std::move(line));
    }
    if (const auto difference = treasuryDifference(back.direction, back.baseAmount, t.baseAmount)) {
        lines.push(Json::object({{"role", difference->role},
                                 {"debit", difference->side.debit},
                                 {"credit", difference->side.credit}}));
    }
    return lines;
}

} // namespace

WalletFacts WalletFacts::of(const Wallet& w) {
    return {w.id,      w.kind, w.currency, w.allowNegative, w.requireSession, w.openSessionId.has_value(),
            w.archived};
}

WalletFacts WalletFacts::of(const commands::KnownWallet& w) {
    if (w.id.uuid().isNil()) {
        throw ApiError(404, "wallet-not-found");
    }
    return {w.id,      w.kind, w.currency, w.allowNegative, w.requireSession, w.openSessionId.has_value(),
            w.archived};
}

Wallet findWallet(Call& call, WalletId id) {
    auto wallet = WalletStore(call).find(id);
    if (!wallet) {
        throw ApiError(404, "wallet-not-found");
    }
    return *std::move(wallet);
}

void checkSession(const WalletFacts& wallet) {
    if (wallet.requireSession && !wallet.sessionOpen) {
        throw ApiError(400, "cash-session-required");
    }
}

std::int64_t baseAmountAt(Call& call, Currency currency, std::int64_t amount, Date date,
                          std::string_view field) {
    const Currency base = call.company().currency;
    if (currency == base) {
        return amount;
    }
    const auto rate = RateStore(call).find(currency, date);
    if (!rate) {
        throw ApiError(400, "rate-not-found", {currency.code(), base.code()});
    }
    const auto converted = baseAmount(amount, currency, base, rate->rate);
    if (!converted) {
        throw fieldInvalid(field);
    }
    return *converted;
}

void valueMovement(Call& call, const WalletFacts& wallet, Transaction& t, std::optional<std::int64_t> known,
                   std::string_view field) {
    t.valueBase = known ? *known : baseAmountAt(call, wallet.currency, t.amount.minor(), t.date, field);
    t.baseAmount = t.valueBase;
    if (wallet.currency != call.company().currency) {
        const Holding holding = TransactionStore(call).lockHolding(wallet.id);
        t.baseAmount = bookValue(holding, t.direction, t.amount.minor(), t.valueBase);
        if (!isMinorInRange(t.baseAmount)) {
            throw fieldInvalid(field); // the cost of several movements together
        }
    }
}

void post(Call& call, const WalletFacts& wallet, Transaction& t, const Json& counterpart,
          const EntryDocument& document) {
    if (counterpart.empty() || !calls::ledger::offersPost(call)) {
        return;
    }
    postLines(call, walletJournal(wallet.kind), t, entryLines(call, wallet, t, counterpart), document);
}

void moveNow(Call& call, const WalletFacts& wallet, Transaction& t) {
    TransactionStore store(call);
    if (!store.insertNow(t, wallet.allowNegative || t.direction == Direction::In)) {
        throw ApiError(400, "insufficient-funds",
                       {wallet.id.toString(), std::to_string(store.balance(wallet.id))});
    }
}

Transaction reverse(Call& call, Transaction& t, std::string reason, Date date) {
    if (date < t.date) {
        throw fieldInvalid("date");
    }
    const auto found = WalletStore(call).find(t.walletId);
    if (!found) {
        throw Fault("a movement without wallet");
    }
    const WalletFacts wallet = WalletFacts::of(*found);
    if (wallet.archived) {
        throw fieldInvalid("walletId");
    }
    checkSession(wallet);

    Transaction back = t;
    back.direction = opposite(t.direction);
    back.date = date;
    back.documentKind = "transaction";
    back.documentId = t.id.toString();
    back.reversesId = t.id;
    back.reconciled = false;
    back.needsSession = wallet.requireSession;
    back.entryId.reset();
    back.posting = Json(nullptr);
    stamp(call, back);

    // A line of zero was not posted, so its reversal is not posted either.
    valueMovement(call, wallet, back, t.baseAmount);
    back.baseAmount = t.baseAmount == 0 ? 0 : back.baseAmount;
    back.valueBase = t.valueBase;
    if (t.entryId && calls::ledger::offersPost(call)) {
        // The reversal is posted under the transfer, so that the transit account balances to zero per
        // transfer.
        const bool leg = t.kind == api::TransactionKind::Transfer;
        const std::string id = leg ? t.documentId.value() : back.id.toString();
        const EntryDocument document{leg ? "transfer" : "transaction", id, t.reference.value_or(id),
                                     std::nullopt, BusinessUnitId::parse(t.posting.textOr("businessUnitId"))};
        postLines(call, t.posting.textOr("journal"), back, reversedLines(t, back), document);
    }

    t.status = api::TransactionStatus::Voided;
    t.voidedAt = t.updatedAt = back.createdAt;
    t.voidReason = std::move(reason);
    ++t.version;
    // Lock order of all movements: the balance of the wallet, then the counters of its days.
    moveNow(call, wallet, back);
    TransactionStore(call).markVoided(t);
    return back;
}

} // namespace svc::treasury

// The movements of documents of other modules, and their reversals.
#include <svc/text.hpp>

#include "movement/stamp.hpp"
#include "movement/steps.hpp"
#include "movement/void.hpp"

namespace svc::treasury {

namespace {

WalletFacts walletOf(Call& call, const commands::MoneyMove& input) {
    const WalletFacts wallet = input.wallet
                                   ? WalletFacts::of(*input.wallet)
                                   : WalletFacts::of(findWallet(call, input.walletId.value_or(WalletId())));
    if (wallet.archived) {
        throw fieldInvalid("walletId");
    }
    return wallet;
}

Transaction movementOf(Call& call, const commands::MoneyMove& input, const WalletFacts& wallet,
                       Direction direction) {
    Transaction t;
    t.walletId = wallet.id;
    t.kind = input.kind;
    t.direction = direction;
    t.amount = input.amount;
    t.currency = wallet.currency;
    t.date = input.date.value_or(call.today());
    t.category = input.category;
    t.label = input.label;
    t.partnerId = input.partnerId;
    t.documentKind = input.documentKind;
    t.documentId = input.documentId;
    t.reference = input.reference;
    t.needsSession = wallet.requireSession;
    stamp(call, t);
    return t;
}

commands::MoneyMoved move(Call& call, const commands::MoneyMove& input, Direction direction) {
    const WalletFacts wallet = walletOf(call, input);
    checkSession(wallet);
    Transaction t = movementOf(call, input, wallet, direction);
    if (t.amount.minor() <= 0) {
        throw ApiError(400, "amount-required");
    }
    valueMovement(call, wallet, t, input.baseAmount);
    if (input.counterpart.isArray()) {
        post(call, wallet, t, input.counterpart,
             {t.documentKind.value_or("transaction"), t.documentId.value_or(t.id.toString()),
              input.documentNumber, input.documentDate, input.businessUnitId});
    }
    // Only movements that may be refused for lack of funds lock the balance early; all others do at the end.
    if (direction == Direction::Out && !wallet.allowNegative) {
        moveNow(call, wallet, t);
    } else {
        TransactionStore(call).insertLate(t);
    }
    return {.transactionId = t.id, .baseAmount = MinorAmount(t.valueBase)};
}

} // namespace

commands::MoneyMoved commands::receive(Call& call, const commands::MoneyMove& input) {
    return move(call, input, Direction::In);
}

commands::MoneyMoved commands::pay(Call& call, const commands::MoneyMove& input) {
    return move(call, input, Direction::Out);
}

commands::MoneyMoved commands::reverse(Call& call, const commands::UndoneMovement& input) {
    auto transaction = TransactionStore(call).findForUpdate(input.transactionId);
    if (!transaction) {
        throw ApiError(404, "transaction-not-found");
    }
    if (transaction->status == api::TransactionStatus::Voided) {
        throw ApiError(400, "transaction-voided");
    }
    const Transaction back = treasury::reverse(call, *transaction, std::string(trim(input.reason)),
                                               input.date.value_or(call.today()));
    tellVoided(call, *transaction, back);
    return {.transactionId = back.id, .baseAmount = MinorAmount(back.valueBase)};
}

} // namespace svc::treasury

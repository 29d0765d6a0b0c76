#include "wallet/create.hpp"

#include "movement/stamp.hpp"
#include "movement/steps.hpp"
#include "wallet/input.hpp"

namespace svc::treasury {

void create(Call& call, Wallet& wallet, std::int64_t opening, Date openingDate) {
    stamp(call, wallet);
    WalletStore store(call);
    if (wallet.archived) {
        store.lock();
    } else {
        call.checkPlan("wallets", store.count(+1));
    }
    if (wallet.isDefault) {
        store.clearDefault(wallet.businessUnitId);
    }
    store.insert(wallet);
    if (wallet.archived) {
        store.setArchived(wallet.id, true);
    }
    call.history("wallet", wallet.id.toString(), "created");
    if (opening == 0) {
        return;
    }

    Transaction t;
    t.walletId = wallet.id;
    t.kind = api::TransactionKind::Opening;
    t.direction = opening > 0 ? Direction::In : Direction::Out;
    t.amount = MinorAmount(opening > 0 ? opening : -opening);
    t.currency = wallet.currency;
    t.date = openingDate;
    t.label = wallet.name;
    stamp(call, t);
    const WalletFacts facts = WalletFacts::of(wallet);
    valueMovement(call, facts, t, std::nullopt, "openingBalance");
    const std::string id = t.id.toString();
    post(call, facts, t, Json::array({Json::object({{"role", "opening_balance"}, {"amount", t.valueBase}})}),
         {"transaction", id, id, std::nullopt, wallet.businessUnitId});
    moveNow(call, facts, t);
    wallet.balance = t.balanceAfter;
}

Answer<201, api::Wallet> createWallet(Request& request, const api::WalletCreate& body) {
    Wallet wallet{.kind = body.kind, .currency = request.company().currency, .allowNegative = true};
    if (body.currency) {
        const auto currency = Currency::parse(*body.currency);
        if (!currency) {
            throw ApiError(400, "currency-unsupported", {*body.currency});
        }
        wallet.currency = *currency;
    }
    // A new wallet is parsed with the fields of a change.
    const auto fields = bind::body<api::WalletUpdate>(request);
    applyBody(fields, wallet);
    const std::int64_t opening =
        body.openingBalance ? body.openingBalance->minor(wallet.currency, "openingBalance") : std::int64_t{0};
    if (opening < 0 && !wallet.allowNegative) {
        throw fieldInvalid("openingBalance");
    }
    wallet.businessUnitId = businessUnitOf(request, fields.businessUnitId);
    const Date date = opening == 0 ? request.today() : request.businessDate(body.date);
    create(request, wallet, opening, date);
    return Answer<201, api::Wallet>(wallet).etag(wallet.version);
}

} // namespace svc::treasury

#include <svc/changes.hpp>

#include "api/amounts.hpp"
#include "api/movement.hpp"
#include "api/wallet_writing.hpp"
#include "domain/iban.hpp"

namespace svc::treasury {

namespace {

std::optional<std::string> accountOf(const std::optional<std::string>& text, std::string_view field,
                                     bool (*fits)(std::string_view)) {
    if (!text) {
        return std::nullopt;
    }
    std::string account = normalisedAccount(*text);
    if (!fits(account)) {
        throw fieldInvalid(field);
    }
    return account;
}

/// The business unit of a body: the default one when it says nothing; null is the whole company.
std::optional<BusinessUnitId> businessUnitOf(Call& call, const Field<BusinessUnitId>& given) {
    if (given.isNull()) {
        return std::nullopt;
    }
    const auto unit =
        given.hasValue() ? call.businessUnit(given->toString()) : call.businessUnit(std::nullopt);
    if (!unit) {
        throw ApiError(404, "business-unit-not-found");
    }
    if (given.hasValue() && unit->optionalBool("archived").value_or(false)) {
        throw fieldInvalid("businessUnitId");
    }
    return BusinessUnitId::parse(unit->textOr("id"));
}

/// Puts the fields that are present into the wallet, its business unit excepted.
void applyBody(const api::WalletUpdate& body, Wallet& wallet) {
    wallet.name = body.name.value_or(wallet.name);
    if (!body.iban.isAbsent()) {
        wallet.iban = accountOf(body.iban.value(), "iban", isIban);
    }
    if (!body.bic.isAbsent()) {
        wallet.bic = accountOf(body.bic.value(), "bic", isBic);
    }
    if (!body.provider.isAbsent()) {
        wallet.provider = body.provider.value();
    }
    if (!body.accountNumber.isAbsent()) {
        wallet.accountNumber = body.accountNumber.value();
    }
    wallet.allowNegative = body.allowNegative.value_or(wallet.allowNegative);
    wallet.requireSession = body.requireSession.value_or(wallet.requireSession);
    wallet.isDefault = body.isDefault.value_or(wallet.isDefault);
    wallet.archived = body.archived.value_or(wallet.archived);
    if (wallet.requireSession && wallet.kind != api::WalletKind::Cash) {
        throw fieldInvalid("requireSession");
    }
    if (wallet.archived) {
        wallet.isDefault = false;
    }
}

Json shown(const Wallet& wallet) {
    return Json::parse(bind::textOf(wallet));
}

} // namespace

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
    valueMovement(call, facts, t);
    const std::string id = t.id.toString();
    post(call, facts, t, Json::array({Json::object({{"role", "opening_balance"}, {"amount", t.valueBase}})}),
         {"transaction", id, id, std::nullopt, wallet.businessUnitId});
    moveNow(call, facts, t);
    wallet.balance = t.balanceAfter;
}

Answer<200, std::vector<api::Wallet>> listWallets(Request& request,
                                                  const api::ListWalletsParameters& parameters) {
    const WalletPage page =
        WalletStore(request).list({.archived = parameters.archived,
                                   .kind = parameters.kind,
                                   .businessUnitId = parameters.businessUnitId,
                                   .byName = parameters.sort == api::ListWalletsSort::Name,
                                   .page = parameters.page});
    return Answer<200, std::vector<api::Wallet>>(page.wallets).total(page.total);
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
    // The fields of a new wallet are those of a change.
    const auto fields = bind::body<api::WalletUpdate>(request);
    applyBody(fields, wallet);
    const std::int64_t opening =
        body.openingBalance ? body.openingBalance->minor(wallet.currency, "openingBalance") : std::int64_t{0};
    if (opening < 0 && !wallet.allowNegative) {
        throw fieldInvalid("openingBalance");
    }
    wallet.businessUnitId = businessUnitOf(request, fields.businessUnitId);
    const Date date = opening == 0 ? request.today() : businessDate(request, body.date);
    create(request, wallet, opening, date);
    return Answer<201, api::Wallet>(wallet).etag(wallet.version);
}

Answer<200, api::Wallet> updateWallet(Request& request, const api::UpdateWalletParameters& parameters,
                                      const api::WalletUpdate& body) {
    WalletStore store(request);
    store.lock();
    const auto found = store.findForUpdate(parameters.walletId);
    if (!found) {
        throw ApiError(404, "wallet-not-found");
    }
    const Wallet& before = *found;
    request.checkVersion(before.version);
    Wallet wallet = before;
    applyBody(body, wallet);
    if (!body.businessUnitId.isAbsent()) {
        wallet.businessUnitId = businessUnitOf(request, body.businessUnitId);
    }
    const Json changes = changesBetween(shown(before), shown(wallet));
    if (changes.empty()) {
        return Answer<200, api::Wallet>(before).etag(before.version);
    }
    if (wallet.archived && !before.archived) {
        if (before.openSessionId) {
            throw ApiError(400, "cash-session-open", {before.openSessionId->toString()});
        }
        if (before.balance.minor() != 0) {
            throw ApiError(400, "wallet-not-empty",
                           {before.id.toString(), std::to_string(before.balance.minor())});
        }
        store.count(-1);
    } else if (!wallet.archived && before.archived) {
        request.checkPlan("wallets", store.count(+1));
    }
    if (wallet.isDefault && (!before.isDefault || wallet.businessUnitId != before.businessUnitId)) {
        store.clearDefault(wallet.businessUnitId);
    }
    ++wallet.version;
    wallet.updatedAt = request.now().truncatedToMillis();
    store.update(wallet);
    request.history("wallet", wallet.id.toString(), "updated", changes);
    return Answer<200, api::Wallet>(wallet).etag(wallet.version);
}

} // namespace svc::treasury

#include "api/routes.hpp"

#include <svc/document_input.hpp>

#include "api/amounts.hpp"
#include "api/movement.hpp"
#include "api/records.hpp"
#include "api/wallet_writing.hpp"
#include "domain/iban.hpp"

namespace svc::treasury {

namespace {

struct TextField {
    std::string_view name;
    std::optional<std::string> Wallet::*member;
};

constexpr TextField TextFields[] = {
    {"provider", &Wallet::provider},
    {"accountNumber", &Wallet::accountNumber},
};

struct BoolField {
    std::string_view name;
    bool Wallet::*member;
};

constexpr BoolField BoolFields[] = {
    {"allowNegative", &Wallet::allowNegative},
    {"requireSession", &Wallet::requireSession},
    {"isDefault", &Wallet::isDefault},
    {"archived", &Wallet::archived},
};

std::optional<std::string> accountOf(const Json& body, std::string_view field,
                                     bool (*fits)(std::string_view)) {
    const auto text = body.optionalText(field);
    if (!text) {
        return std::nullopt;
    }
    std::string account = normalisedAccount(*text);
    if (!fits(account)) {
        throw fieldInvalid(field);
    }
    return account;
}

/// The business unit of a body; null is the whole company.
std::optional<Uuid> businessUnitOf(Call& call, const Json& body) {
    const auto text = body.optionalText("businessUnitId");
    if (!text && body.contains("businessUnitId")) {
        return std::nullopt;
    }
    const auto unit = call.businessUnit(text);
    if (!unit) {
        throw ApiError(404, "business-unit-not-found");
    }
    if (text && unit->optionalBool("archived").value_or(false)) {
        throw fieldInvalid("businessUnitId");
    }
    return decodeId("bus", unit->textOr("id"));
}

/// Puts the fields that are present into the wallet, its business unit excepted.
void applyBody(const Json& body, Wallet& wallet) {
    if (body.contains("name")) {
        wallet.name = body.textOr("name");
    }
    if (body.contains("iban")) {
        wallet.iban = accountOf(body, "iban", isIban);
    }
    if (body.contains("bic")) {
        wallet.bic = accountOf(body, "bic", isBic);
    }
    for (const TextField& field : TextFields) {
        if (body.contains(field.name)) {
            wallet.*field.member = body.optionalText(field.name);
        }
    }
    for (const BoolField& field : BoolFields) {
        if (const auto value = body.optionalBool(field.name)) {
            wallet.*field.member = *value;
        }
    }
    if (wallet.requireSession && wallet.kind != "cash") {
        throw fieldInvalid("requireSession");
    }
    if (wallet.archived) {
        wallet.isDefault = false;
    }
}

Json differences(const Wallet& before, const Wallet& after) {
    const Json from = changeableFields(before);
    const Json to = changeableFields(after);
    Json changes = Json::array();
    for (std::size_t i = 0; i < to.members().size(); ++i) {
        const Json::Member& now = to.members()[i];
        const Json::Member& was = from.members()[i];
        if (!(now.value == was.value)) {
            changes.push(Json::object({{"field", now.name}, {"from", was.value}, {"to", now.value}}));
        }
    }
    return changes;
}

} // namespace

void create(Call& call, Wallet& wallet, std::int64_t opening, Date openingDate) {
    wallet.id = call.newUuid();
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
    call.history("wallet", encodeId("wal", wallet.id), "created");
    if (opening == 0) {
        return;
    }

    Transaction t;
    t.id = call.newUuid();
    t.walletId = wallet.id;
    t.kind = "opening";
    t.direction = opening > 0 ? Direction::In : Direction::Out;
    t.amount = opening > 0 ? opening : -opening;
    t.currency = wallet.currency;
    t.date = openingDate;
    t.label = wallet.name;
    stamp(call, t);
    const WalletFacts facts = WalletFacts::of(wallet);
    valueMovement(call, facts, t);
    const std::string id = encodeId("txn", t.id);
    post(call, facts, t, Json::array({Json::object({{"role", "opening_balance"}, {"amount", t.valueBase}})}),
         {"transaction", id, id, std::nullopt,
          wallet.businessUnitId ? std::optional(encodeId("bus", *wallet.businessUnitId)) : std::nullopt});
    moveNow(call, facts, t);
    wallet.balance = t.balanceAfter;
}

Response listWallets(Request& request) {
    WalletFilter filter;
    filter.archived = request.query("archived") == "true";
    if (const auto kind = request.query("kind")) {
        filter.kind = std::string(*kind);
    }
    if (const auto unit = request.query("businessUnitId")) {
        // An identifier of no business unit finds no wallet.
        filter.businessUnitId = decodeId("bus", *unit).value_or(Uuid());
    }
    filter.byName = request.query("sort") == "name";
    const ArrayPage part = request.arrayPage();
    filter.limit = part.limit;
    filter.offset = part.offset;
    const WalletPage page = WalletStore(request).list(filter);
    Json records = Json::array();
    for (const Wallet& wallet : page.wallets) {
        records.push(toJson(wallet));
    }
    return Response::json(200, records).total(page.total);
}

Response createWallet(Request& request) {
    const Json& body = request.body();
    Wallet wallet;
    wallet.kind = body.textOr("kind");
    wallet.currency = currencyIn(body).value_or(request.company().currency);
    applyBody(body, wallet);
    const std::int64_t opening =
        body["openingBalance"].isNull() ? 0 : minorOf(body, "openingBalance", wallet.currency);
    if (opening < 0 && !wallet.allowNegative) {
        throw fieldInvalid("openingBalance");
    }
    wallet.businessUnitId = businessUnitOf(request, body);
    const Date date = opening == 0 ? request.today() : businessDate(request, body);
    create(request, wallet, opening, date);
    return Response::json(201, toJson(wallet)).etag(wallet.version);
}

Response updateWallet(Request& request) {
    const Uuid id = request.pathId("walletId", "wal", "wallet-not-found");
    const Json& body = request.body();
    WalletStore store(request);
    store.lock();
    auto found = store.findForUpdate(id);
    if (!found) {
        throw ApiError(404, "wallet-not-found");
    }
    const Wallet before = *found;
    request.checkVersion(before.version);
    Wallet wallet = before;
    applyBody(body, wallet);
    if (body.contains("businessUnitId")) {
        wallet.businessUnitId = businessUnitOf(request, body);
    }
    const Json changes = differences(before, wallet);
    if (changes.empty()) {
        return Response::json(200, toJson(before)).etag(before.version);
    }
    if (wallet.archived && !before.archived) {
        if (before.openSessionId) {
            throw ApiError(400, "cash-session-open", {encodeId("csh", *before.openSessionId)});
        }
        if (before.balance != 0) {
            throw ApiError(400, "wallet-not-empty",
                           {encodeId("wal", before.id), std::to_string(before.balance)});
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
    request.history("wallet", encodeId("wal", wallet.id), "updated", changes);
    return Response::json(200, toJson(wallet)).etag(wallet.version);
}

} // namespace svc::treasury

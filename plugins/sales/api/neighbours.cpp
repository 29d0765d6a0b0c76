#include "api/neighbours.hpp"

namespace svc::sales {

Uuid idOf(std::string_view prefix, std::string_view text) {
    const auto id = decodeId(prefix, text);
    if (!id) {
        throw Fault("a command answered an identifier of the wrong form");
    }
    return *id;
}

std::optional<BusinessUnit> findBusinessUnit(Call& call, const std::optional<std::string>& id) {
    const std::optional<Json> unit =
        call.businessUnit(id ? std::optional<std::string_view>(*id) : std::nullopt);
    if (!unit) {
        return std::nullopt;
    }
    const auto location = unit->optionalText("defaultLocationId");
    return BusinessUnit{idOf("bus", (*unit)["id"].text()),
                        (*unit)["id"].text(),
                        unit->textOr("name"),
                        location ? decodeId("loc", *location) : std::nullopt,
                        unit->optionalBool("archived").value_or(false),
                        *unit};
}

std::optional<Partner> findPartner(Call& call, std::string_view id, bool lockBalance) {
    return decodeId("par", id) ? contracts::getPartner(call, id, lockBalance) : std::nullopt;
}

void adjustReceivable(Call& call, const Uuid& partner, std::int64_t delta) {
    if (delta != 0) {
        contracts::adjustPartnerBalance(call, encodeId("par", partner), delta);
    }
}

void askItems(Call& call, const std::vector<std::string>& ids) {
    if (!ids.empty() && call.offers("stock.items")) {
        contracts::askItems(call, ids);
    }
}

std::vector<Item> findItems(Call& call, const std::vector<std::string>& ids) {
    return ids.empty() || !call.offers("stock.items") ? std::vector<Item>{} : contracts::getItems(call, ids);
}

std::optional<Location> findLocation(Call& call, const std::string& id, std::string_view businessUnit) {
    return decodeId("loc", id) && call.offers("stock.location")
               ? contracts::getLocation(call, id, std::string(businessUnit))
               : std::nullopt;
}

bool hasTreasury(Call& call) {
    return call.offers("treasury.wallet") && call.offers("treasury.receive");
}

Wallet requireWallet(Call& call, const std::optional<std::string>& id, std::string_view businessUnit,
                     std::string_view path, const Json& unitFacts) {
    if (!hasTreasury(call)) {
        throw ApiError(503, "module-disabled", {"treasury"});
    }
    std::optional<Wallet> wallet;
    if (!id || decodeId("wal", *id)) {
        wallet = contracts::getWallet(call, id, std::string(businessUnit), unitFacts);
    }
    if (wallet) {
        return *wallet;
    }
    if (id) {
        throw ApiError(404, "wallet-not-found");
    }
    throw fieldRequired(path);
}

void checkWalletState(const Wallet& wallet, std::string_view path) {
    if (wallet.archived) {
        throw fieldInvalid(path);
    }
    if (wallet.needsSession()) {
        throw ApiError(400, "cash-session-required");
    }
}

std::optional<Decimal> findRate(Call& call, Currency currency, Date date) {
    if (currency == call.company().currency) {
        return Decimal(1);
    }
    if (call.offers("treasury.rate")) {
        if (const auto rate = contracts::exchangeRate(call, currency, date); rate && rate->sign() > 0) {
            return *rate;
        }
    }
    return std::nullopt;
}

Decimal rateOf(Call& call, Currency currency, Date date) {
    if (const std::optional<Decimal> rate = findRate(call, currency, date)) {
        return *rate;
    }
    throw ApiError(400, "rate-not-found", {currency.code(), call.company().currency.code()});
}

} // namespace svc::sales

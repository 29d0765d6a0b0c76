#include "document/neighbours.hpp"

namespace svc::sales {

void adjustReceivable(Call& call, const std::optional<PartnerId>& partner, std::int64_t delta) {
    if (partner && delta != 0) {
        calls::partners::adjustBalance(call, {.id = *partner, .receivable = delta, .payable = 0});
    }
}

calls::stock::LocationOutput requireLocation(Call& call, LocationId id, BusinessUnitId businessUnit) {
    const auto location = calls::stock::offersLocation(call)
                              ? calls::stock::location(call, {.id = id, .businessUnitId = businessUnit})
                              : std::nullopt;
    if (!location) {
        throw ApiError(404, "location-not-found");
    }
    return *location;
}

bool hasTreasury(Call& call) {
    return calls::treasury::offersWallet(call) && calls::treasury::offersReceive(call);
}

Wallet requireWallet(Call& call, const std::optional<WalletId>& id, BusinessUnitId businessUnit,
                     std::string_view path, const std::optional<Json>& unitFacts) {
    if (!hasTreasury(call)) {
        throw ApiError(503, "module-disabled", {"treasury"});
    }
    const auto wallet =
        calls::treasury::wallet(call, {.id = id, .businessUnitId = businessUnit, .businessUnit = unitFacts});
    if (wallet) {
        return *wallet;
    }
    if (id) {
        throw ApiError(404, "wallet-not-found");
    }
    throw fieldRequired(path);
}

std::optional<Decimal> recordedRate(Call& call, Currency currency, Date date) {
    const auto found =
        calls::treasury::offersRate(call)
            ? calls::treasury::rate(call, {.currency = std::string(currency.code()), .date = date})
            : std::nullopt;
    return found ? std::optional(found->rate) : std::nullopt;
}

} // namespace svc::sales

#include "trade/rates.hpp"

namespace svc::trade {

std::optional<Decimal> findRate(Call& call, Currency currency, Date date) {
    if (currency == call.company().currency) {
        return Decimal(1);
    }
    if (!call.offers("treasury.rate")) {
        return std::nullopt;
    }
    const Json found =
        call.command("treasury.rate", Json::object({{"currency", currency.code()}, {"date", date}}));
    const std::optional<Decimal> rate = found.isNull() ? std::nullopt : found.optionalDecimal("rate");
    return rate && rate->sign() > 0 ? rate : std::nullopt;
}

Decimal requireRate(Call& call, Currency currency, Date date) {
    if (const std::optional<Decimal> rate = findRate(call, currency, date)) {
        return *rate;
    }
    throw ApiError(400, "rate-not-found", {currency.code(), call.company().currency.code()});
}

} // namespace svc::trade

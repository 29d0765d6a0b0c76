#include "trade/rates.hpp"

namespace svc::trade {

std::optional<Decimal> findRate(Call& call, Currency currency, Date date, RecordedRate recorded) {
    if (currency == call.company().currency) {
        return Decimal(1);
    }
    const std::optional<Decimal> rate = recorded(call, currency, date);
    return rate && rate->sign() > 0 ? rate : std::nullopt;
}

Decimal requireRate(Call& call, Currency currency, Date date, RecordedRate recorded) {
    if (const std::optional<Decimal> rate = findRate(call, currency, date, recorded)) {
        return *rate;
    }
    throw ApiError(400, "rate-not-found", {currency.code(), call.company().currency.code()});
}

} // namespace svc::trade

#pragma once

#include <optional>
#include <vector>

#include <bindings.hpp>

namespace svc::treasury {

/// Units of `currency` for one unit of `base`, the currency of the company, from `date` on.
using Rate = api::ExchangeRate;

struct RatePage {
    std::vector<Rate> rates;
    std::int64_t total = 0;
};

/// Exchange rates, for one call.
class RateStore {
public:
    explicit RateStore(Call& call) : call_(call), company_(call.companyId()) {}

    /// The last rate on or before the date.
    std::optional<Rate> find(Currency currency, Date date);
    /// The rates of a date, by currency.
    RatePage list(Date date, std::int64_t limit, std::int64_t offset);
    /// Records a rate; returns false when nothing changed.
    bool put(const Rate& rate);

private:
    Call& call_;
    Uuid company_;
};

} // namespace svc::treasury

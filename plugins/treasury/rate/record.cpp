#include "rate/store.hpp"

namespace svc::treasury {
namespace {

/// Records a rate; emits an event if it changed.
void recordRate(Call& call, const Rate& rate) {
    RateStore store(call);
    const auto before = store.find(rate.currency, rate.date);
    if (!store.put(rate)) {
        return;
    }
    emit(call, events::RateUpdated{.id = std::string(rate.currency.code()),
                                   .base = rate.base,
                                   .currency = rate.currency,
                                   .rate = rate.rate,
                                   .date = rate.date,
                                   .source = rate.source});
    call.history(
        "rate", rate.currency.code(), "updated",
        Json::array({Json::object({{"field", "rate"},
                                   {"from", before ? Json(before->rate.normalized()) : Json(nullptr)},
                                   {"to", rate.rate.normalized()}}),
                     Json::object({{"field", "date"},
                                   {"from", before ? Json(before->date) : Json(nullptr)},
                                   {"to", rate.date.toString()}})}));
}

/// A rate record of the named currency, without rate and date yet.
Rate rateOf(Call& call, std::string_view code) {
    const auto currency = Currency::parse(code);
    if (!currency) {
        throw ApiError(400, "currency-unsupported", {code});
    }
    // The currency of the company has the fixed rate 1.
    if (*currency == call.company().currency) {
        throw fieldInvalid("currency");
    }
    return {.base = call.company().currency, .currency = *currency};
}

} // namespace

Answer<200, api::ExchangeRate> putRate(Request& request, const api::PutRateParameters& parameters,
                                       const api::ExchangeRateInput& body) {
    Rate rate = rateOf(request, parameters.currency);
    rate.date = request.businessDate(body.date);
    rate.rate = body.rate;
    rate.source = "manual";
    recordRate(request, rate);
    return Answer<200, api::ExchangeRate>(rate);
}

void commands::setRate(Call& call, const commands::SetRateInput& input) {
    Rate rate = rateOf(call, input.currency);
    const auto date = Date::parse(input.date);
    if (!date || *date > call.today()) {
        throw fieldInvalid("date");
    }
    constexpr int Decimals = 10;
    if (!input.rate || input.rate->sign() <= 0 || input.rate->rounded(Decimals).sign() <= 0) {
        throw fieldInvalid("rate");
    }
    rate.date = *date;
    rate.rate = input.rate->rounded(Decimals);
    rate.source = input.source;
    recordRate(call, rate);
}

} // namespace svc::treasury

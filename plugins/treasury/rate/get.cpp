#include "rate/store.hpp"

namespace svc::treasury {

std::optional<commands::RateOutput> commands::rate(Call& call, const commands::RateInput& input) {
    const auto currency = Currency::parse(input.currency);
    if (!currency) {
        return std::nullopt;
    }
    const Date date = input.date.value_or(call.today());
    if (*currency == call.company().currency) {
        return commands::RateOutput{.rate = Decimal(1), .date = date, .source = "base"};
    }
    const auto found = RateStore(call).find(*currency, date);
    if (!found) {
        return std::nullopt;
    }
    return commands::RateOutput{.rate = found->rate, .date = found->date, .source = found->source};
}

} // namespace svc::treasury

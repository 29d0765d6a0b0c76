#include "domain/entry.hpp"

#include <svc/rounding.hpp>

namespace svc::timesheets {
namespace {

constexpr std::int64_t MinutesOfHour = 60;
constexpr std::int64_t MillisOfMinute = 60'000;

} // namespace

std::optional<std::int64_t> worthOf(std::int64_t minutes, const Decimal& hourlyRate) {
    const Decimal amount = Decimal::divide(Decimal(minutes) * hourlyRate, Decimal(MinutesOfHour), 0);
    if (amount > Decimal(MaxMinor)) {
        return std::nullopt;
    }
    return amount.toInteger();
}

std::optional<std::int64_t> minutesBetween(Instant start, Instant end) {
    if (end < start) {
        return std::nullopt;
    }
    return (end.millis() - start.millis() + MillisOfMinute / 2) / MillisOfMinute;
}

} // namespace svc::timesheets

#include "rules/entry.hpp"

#include <svc/rounding.hpp>

namespace svc::timesheets {
namespace {

constexpr std::int64_t MinutesOfHour = 60;
constexpr std::int64_t MillisOfMinute = 60'000;

} // namespace

std::optional<MinorAmount> worthOf(std::int64_t minutes, const MinorPrice& hourlyRate) {
    const Decimal amount = Decimal::divide(Decimal(minutes) * hourlyRate.minor(), Decimal(MinutesOfHour), 0);
    const auto whole = amount > Decimal(MaxMinor) ? std::nullopt : amount.toInteger();
    return whole ? std::optional(MinorAmount(*whole)) : std::nullopt;
}

std::optional<std::int64_t> minutesBetween(Instant start, Instant end) {
    if (end < start) {
        return std::nullopt;
    }
    const std::int64_t minutes = (end.millis() - start.millis() + MillisOfMinute / 2) / MillisOfMinute;
    return minutes > MaxMinutes ? std::nullopt : std::optional(minutes);
}

} // namespace svc::timesheets

#include "file/rules/deadline.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace svc::pl_ksef {
namespace {

constexpr std::array<std::pair<std::string_view, Mode>, 5> Modes = {{{"online", Mode::Online},
                                                                     {"offline24", Mode::Offline24},
                                                                     {"unavailability", Mode::Unavailability},
                                                                     {"emergency", Mode::Emergency},
                                                                     {"total-failure", Mode::TotalFailure}}};
constexpr int EmergencyDays = 7;
constexpr int ChristmasEveSince = 2025;

/// Easter Sunday of the Gregorian calendar (algorithm of Meeus, Jones and Butcher).
Date easterOf(int year) {
    const int a = year % 19;
    const int b = year / 100;
    const int c = year % 100;
    const int h = (19 * a + b - b / 4 - (b - (b + 8) / 25 + 1) / 3 + 15) % 30;
    const int l = (32 + 2 * (b % 4) + 2 * (c / 4) - h - c % 4) % 7;
    const int m = (a + 11 * h + 22 * l) / 451;
    const int sum = h + l - 7 * m + 114;
    return Date::of(year, sum / 31, sum % 31 + 1).value();
}

bool isHoliday(Date date) {
    constexpr std::array<std::pair<int, int>, 9> Fixed = {
        {{1, 1}, {1, 6}, {5, 1}, {5, 3}, {8, 15}, {11, 1}, {11, 11}, {12, 25}, {12, 26}}};
    const std::pair<int, int> day(date.month(), date.day());
    if (std::find(Fixed.begin(), Fixed.end(), day) != Fixed.end() ||
        (day == std::pair(12, 24) && date.year() >= ChristmasEveSince)) {
        return true;
    }
    // Easter Monday and Corpus Christi; Easter Sunday and Pentecost are Sundays.
    const int afterEaster = date.daysSince(easterOf(date.year()));
    return afterEaster == 1 || afterEaster == 60;
}

} // namespace

std::optional<Mode> modeOf(std::string_view text) {
    const auto* const found =
        std::find_if(Modes.begin(), Modes.end(), [&](const auto& one) { return one.first == text; });
    return found == Modes.end() ? std::nullopt : std::optional(found->second);
}

bool fromText(std::string_view text, Mode& to) {
    const auto mode = modeOf(text);
    to = mode.value_or(to);
    return mode.has_value();
}

std::string_view toText(Mode mode) {
    return Modes[static_cast<std::size_t>(mode)].first;
}

bool isWorkingDay(Date date) {
    return date.weekday() <= 5 && !isHoliday(date);
}

Date workingDaysAfter(Date date, int days) {
    while (days > 0) {
        date = date.addDays(1);
        days -= isWorkingDay(date) ? 1 : 0;
    }
    return date;
}

std::optional<Date> deadlineOf(Mode mode, Date issued, const std::optional<Date>& end) {
    if (mode == Mode::Offline24) {
        return workingDaysAfter(issued, 1);
    }
    if (!end || (mode != Mode::Unavailability && mode != Mode::Emergency)) {
        return std::nullopt;
    }
    return workingDaysAfter(*end, mode == Mode::Emergency ? EmergencyDays : 1);
}

} // namespace svc::pl_ksef

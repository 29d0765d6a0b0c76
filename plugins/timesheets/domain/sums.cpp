#include "domain/sums.hpp"

#include <algorithm>
#include <string_view>

namespace svc::timesheets {
namespace {

/// The ends of the calendar. No entry is that late, so its last day need not be in a sum.
constexpr Date Begin = Date::of(1, 1, 1).value();
constexpr Date End = Date::of(9999, 12, 31).value();

constexpr std::string_view Grains = "yqmtfd"; ///< each is whole ones of the next

constexpr int MonthsOfQuarter = 3;

/// How many days a ten or a five has, but for the last one of a month.
int daysOf(char grain) {
    return grain == 't' ? 10 : 5;
}

/// The first day of the sum that has this one.
Date startOf(char grain, Date date) {
    switch (grain) {
    case 'y':
        return Date::of(date.year(), 1, 1).value();
    case 'q':
        return Date::of(date.year(), (date.month() - 1) / MonthsOfQuarter * MonthsOfQuarter + 1, 1).value();
    case 'm':
        return date.firstOfMonth();
    default:
        constexpr int ShareOfMonth = 30;
        const int days = daysOf(grain);
        return date.firstOfMonth().addDays(std::min((date.day() - 1) / days, ShareOfMonth / days - 1) * days);
    }
}

/// The first day of the sum behind the one that starts here.
Date nextOf(char grain, Date start) {
    if (grain == 'y') {
        return Date::of(start.year() + 1, 1, 1).value_or(End);
    }
    const Date last = (grain == 'q' ? start.addMonths(MonthsOfQuarter - 1) : start).lastOfMonth();
    if (grain == 'q' || grain == 'm' || startOf(grain, last) == start) {
        return last < End ? last.addDays(1) : End;
    }
    return start.addDays(daysOf(grain));
}

void split(std::vector<Sums>& sums, Date from, Date end, std::string_view grains) {
    if (from >= end) {
        return;
    }
    const char grain = grains.front();
    const std::string_view finer = grains.substr(1);
    if (finer.empty()) {
        sums.push_back({grain, from, end});
        return;
    }
    Date first = startOf(grain, from);
    if (first < from) {
        first = nextOf(grain, first);
    }
    const Date last = startOf(grain, end);
    if (first >= last) {
        split(sums, from, end, finer);
        return;
    }
    split(sums, from, first, finer);
    sums.push_back({grain, first, last});
    split(sums, last, end, finer);
}

} // namespace

std::vector<Sums> sumsOf(std::optional<Date> from, std::optional<Date> to) {
    std::vector<Sums> sums;
    split(sums, from.value_or(Begin), to && *to < End ? to->addDays(1) : End, Grains);
    return sums;
}

} // namespace svc::timesheets

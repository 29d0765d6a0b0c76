#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace svc {

namespace detail {

struct CivilDate {
    int year;
    int month;
    int day;
};

/// Days from 1970-01-01 to a day of the proleptic Gregorian calendar (Howard Hinnant's algorithm).
constexpr std::int32_t daysFromCivil(int year, int month, int day) {
    const int shifted = month <= 2 ? year - 1 : year;
    const int era = (shifted >= 0 ? shifted : shifted - 399) / 400;
    const int yearOfEra = shifted - era * 400;
    const int dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    const int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146097 + dayOfEra - 719468;
}

constexpr CivilDate civilFromDays(std::int32_t days) {
    const int shifted = days + 719468;
    const int era = (shifted >= 0 ? shifted : shifted - 146096) / 146097;
    const int dayOfEra = shifted - era * 146097;
    const int yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
    const int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const int monthFromMarch = (5 * dayOfYear + 2) / 153;
    const int day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1;
    const int month = monthFromMarch + (monthFromMarch < 10 ? 3 : -9);
    return {yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

constexpr int daysInMonth(int year, int month) {
    constexpr int Days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return Days[month - 1] + (month == 2 && leap ? 1 : 0);
}

/// Reads exactly `count` digits from the front of `text` and removes them; -1 when there are fewer.
constexpr int takeDigits(std::string_view& text, std::size_t count) {
    if (text.size() < count) {
        return -1;
    }
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        value = value * 10 + (text[i] - '0');
    }
    text.remove_prefix(count);
    return value;
}

constexpr bool takeCharacter(std::string_view& text, char c) {
    if (text.empty() || text.front() != c) {
        return false;
    }
    text.remove_prefix(1);
    return true;
}

/// Writes `value` with leading zeros into exactly `count` characters.
constexpr void putDigits(char* at, std::int64_t value, int count) {
    for (int i = count - 1; i >= 0; --i) {
        at[i] = static_cast<char>('0' + value % 10);
        value /= 10;
    }
}

} // namespace detail

/// A calendar day without time and time zone: the business dates of the API. Years 1 to 9999.
///
/// Example:
///   const Date date = Date::parse("2026-01-31").value();
///   date.addMonths(1).toString();    // "2026-02-28"
class Date {
public:
    /// 1970-01-01.
    constexpr Date() = default;
    /// Days since 1970-01-01.
    constexpr explicit Date(std::int32_t days) : days_(days) {}

    /// No value when there is no such day.
    static constexpr std::optional<Date> of(int year, int month, int day) {
        if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 ||
            day > detail::daysInMonth(year, month)) {
            return std::nullopt;
        }
        return Date(detail::daysFromCivil(year, month, day));
    }

    /// Reads `YYYY-MM-DD`; no value for any other text or a day that does not exist.
    static constexpr std::optional<Date> parse(std::string_view text) {
        const auto date = takeFrom(text);
        return text.empty() ? date : std::nullopt;
    }

    constexpr std::int32_t days() const { return days_; }
    constexpr int year() const { return detail::civilFromDays(days_).year; }
    constexpr int month() const { return detail::civilFromDays(days_).month; }
    constexpr int day() const { return detail::civilFromDays(days_).day; }
    /// 1 Monday to 7 Sunday (ISO 8601).
    constexpr int weekday() const { return ((days_ + 3) % 7 + 7) % 7 + 1; }

    /// Throws std::out_of_range when the result leaves the years 1 to 9999.
    constexpr Date addDays(std::int64_t days) const {
        const std::int64_t result = days > MaxDays * 2 || days < -MaxDays * 2 ? MaxDays + 1 : days_ + days;
        if (result > MaxDays || result < MinDays) {
            throw std::out_of_range("a date is out of range");
        }
        return Date(static_cast<std::int32_t>(result));
    }
    /// The same day of a later or earlier month; the last day of that month when it is shorter.
    constexpr Date addMonths(int months) const {
        const detail::CivilDate civil = detail::civilFromDays(days_);
        const std::int64_t total = civil.year * std::int64_t{12} + civil.month - 1 + months;
        if (total < 12 || total > 9999 * 12 + 11) {
            throw std::out_of_range("a date is out of range");
        }
        const int year = static_cast<int>(total / 12);
        const int month = static_cast<int>(total % 12) + 1;
        const int last = detail::daysInMonth(year, month);
        return Date(detail::daysFromCivil(year, month, civil.day < last ? civil.day : last));
    }
    constexpr Date firstOfMonth() const { return Date(days_ - day() + 1); }
    constexpr Date lastOfMonth() const {
        const detail::CivilDate civil = detail::civilFromDays(days_);
        return Date(days_ - civil.day + detail::daysInMonth(civil.year, civil.month));
    }
    /// Days from `earlier` to this day.
    constexpr std::int32_t daysSince(Date earlier) const { return days_ - earlier.days_; }

    /// `YYYY-MM-DD`.
    std::string toString() const {
        std::string text(10, '-');
        writeTo(text.data());
        return text;
    }

    constexpr bool operator==(const Date&) const = default;
    constexpr auto operator<=>(const Date&) const = default;

private:
    friend class Instant;

    static constexpr std::int64_t MinDays = -719162; // 0001-01-01
    static constexpr std::int64_t MaxDays = 2932896; // 9999-12-31

    static constexpr std::optional<Date> takeFrom(std::string_view& text) {
        const int year = detail::takeDigits(text, 4);
        const bool first = detail::takeCharacter(text, '-');
        const int month = detail::takeDigits(text, 2);
        const bool second = detail::takeCharacter(text, '-');
        const int day = detail::takeDigits(text, 2);
        return first && second ? of(year, month, day) : std::nullopt;
    }
    constexpr void writeTo(char* at) const {
        const detail::CivilDate civil = detail::civilFromDays(days_);
        detail::putDigits(at, civil.year, 4);
        detail::putDigits(at + 5, civil.month, 2);
        detail::putDigits(at + 8, civil.day, 2);
    }

    std::int32_t days_ = 0;
};

/// The first and last day that lists and reports accept. They leave room in the years 1 to 9999 for adding a
/// day, a month or a time zone offset.
inline constexpr Date FirstReckonedDay = Date::of(1000, 1, 1).value();
inline constexpr Date LastReckonedDay = Date::of(9998, 12, 31).value();

/// A point of time: microseconds since 1970-01-01T00:00:00Z, years 1 to 9999.
///
/// Example:
///   Instant::parse("2026-11-20T10:30:00+01:00")->toString();    // "2026-11-20T09:30:00.000Z"
class Instant {
public:
    static constexpr std::int64_t Millisecond = 1'000;
    static constexpr std::int64_t Second = 1'000'000;
    static constexpr std::int64_t Minute = 60 * Second;
    static constexpr std::int64_t Hour = 60 * Minute;
    static constexpr std::int64_t Day = 24 * Hour;

    constexpr Instant() = default;
    /// Microseconds since 1970-01-01T00:00:00Z.
    constexpr explicit Instant(std::int64_t micros) : micros_(micros) {}
    static constexpr Instant fromMillis(std::int64_t millis) { return Instant(millis * Millisecond); }
    /// The start of a day in UTC.
    static constexpr Instant startOf(Date utcDate) { return Instant(utcDate.days() * Day); }

    /// Reads ISO 8601 as in the API (`2026-11-20T09:30:00.000Z`, `2026-11-20T10:30:00+01:00`) and the text
    /// form of PostgreSQL's timestamptz (`2026-11-20 09:30:00.123456+00`). Seconds and offset are required;
    /// digits beyond the microsecond are cut off. No value for any other text.
    static constexpr std::optional<Instant> parse(std::string_view text) {
        const auto date = Date::takeFrom(text);
        if (!date || (!detail::takeCharacter(text, 'T') && !detail::takeCharacter(text, ' '))) {
            return std::nullopt;
        }
        const int hour = detail::takeDigits(text, 2);
        const bool first = detail::takeCharacter(text, ':');
        const int minute = detail::takeDigits(text, 2);
        const bool second = detail::takeCharacter(text, ':');
        const int seconds = detail::takeDigits(text, 2);
        if (!first || !second || hour < 0 || hour > 23 || minute < 0 || minute > 59 || seconds < 0 ||
            seconds > 59) {
            return std::nullopt;
        }
        std::int64_t fraction = 0;
        if (detail::takeCharacter(text, '.') && !takeFraction(text, fraction)) {
            return std::nullopt;
        }
        std::int64_t offset = 0;
        if (!takeOffset(text, offset) || !text.empty()) {
            return std::nullopt;
        }
        const Instant result(startOf(*date).micros_ + hour * Hour + minute * Minute + seconds * Second +
                             fraction - offset * Second);
        return result.isInRange() ? std::optional(result) : std::nullopt;
    }

    constexpr std::int64_t micros() const { return micros_; }
    constexpr std::int64_t millis() const { return floorDivided(Millisecond); }
    constexpr std::int64_t seconds() const { return floorDivided(Second); }
    /// The day in UTC. For the day in the company's time zone use Call::dateOf().
    constexpr Date utcDate() const { return Date(static_cast<std::int32_t>(floorDivided(Day))); }
    /// The instant truncated to milliseconds, as responses show it.
    constexpr Instant truncatedToMillis() const { return fromMillis(millis()); }

    /// `2026-11-20T09:30:00.000Z`: UTC with milliseconds, as in responses.
    std::string toString() const { return written('T', Millisecond, 3, "Z"); }
    /// `2026-11-20 09:30:00.123456+00`, with microseconds, for parameters of statements.
    std::string toSql() const { return written(' ', 1, 6, "+00"); }

    /// The instant plus a number of microseconds; throws std::out_of_range outside the years 1 to 9999.
    constexpr Instant operator+(std::int64_t microseconds) const {
        constexpr std::int64_t Span = 4'000'000 * Day;
        if (microseconds > Span || microseconds < -Span || !Instant(micros_ + microseconds).isInRange()) {
            throw std::out_of_range("an instant is out of range");
        }
        return Instant(micros_ + microseconds);
    }
    constexpr Instant operator-(std::int64_t microseconds) const { return *this + -microseconds; }
    /// Microseconds between two instants.
    constexpr std::int64_t operator-(Instant earlier) const { return micros_ - earlier.micros_; }

    constexpr bool operator==(const Instant&) const = default;
    constexpr auto operator<=>(const Instant&) const = default;

private:
    constexpr std::int64_t floorDivided(std::int64_t unit) const {
        const std::int64_t quotient = micros_ / unit;
        return micros_ % unit < 0 ? quotient - 1 : quotient;
    }
    constexpr bool isInRange() const {
        return micros_ >= Date::MinDays * Day && micros_ < (Date::MaxDays + 1) * Day;
    }

    static constexpr bool takeFraction(std::string_view& text, std::int64_t& micros) {
        std::int64_t unit = Second;
        std::size_t count = 0;
        for (; count < text.size() && text[count] >= '0' && text[count] <= '9'; ++count) {
            unit /= 10;
            micros += unit * (text[count] - '0');
        }
        text.remove_prefix(count);
        return count > 0;
    }

    /// Reads `Z`, `+01`, `+0100`, `+01:00` or `+00:09:21` (PostgreSQL, old dates) as seconds east of UTC.
    static constexpr bool takeOffset(std::string_view& text, std::int64_t& seconds) {
        if (detail::takeCharacter(text, 'Z')) {
            return true;
        }
        const bool west = !text.empty() && text.front() == '-';
        if (!west && (text.empty() || text.front() != '+')) {
            return false;
        }
        text.remove_prefix(1);
        int parts[3] = {detail::takeDigits(text, 2), 0, 0};
        for (int i = 1; i < 3 && !text.empty(); ++i) {
            detail::takeCharacter(text, ':');
            parts[i] = detail::takeDigits(text, 2);
        }
        seconds = (parts[0] * 60 + parts[1]) * 60 + parts[2];
        seconds = west ? -seconds : seconds;
        return parts[0] >= 0 && parts[0] <= 18 && parts[1] >= 0 && parts[1] <= 59 && parts[2] >= 0 &&
               parts[2] <= 59;
    }

    std::string written(char separator, std::int64_t unit, int digits, std::string_view zone) const {
        std::string text(20 + static_cast<std::size_t>(digits), ':');
        char* const at = text.data();
        const std::int64_t ofDay = micros_ - startOf(utcDate()).micros_;
        utcDate().writeTo(at);
        at[4] = at[7] = '-';
        at[10] = separator;
        detail::putDigits(at + 11, ofDay / Hour, 2);
        detail::putDigits(at + 14, ofDay / Minute % 60, 2);
        detail::putDigits(at + 17, ofDay / Second % 60, 2);
        at[19] = '.';
        detail::putDigits(at + 20, ofDay % Second / unit, digits);
        text += zone;
        return text;
    }

    std::int64_t micros_ = 0;
};

/// Reads an ISO 8601 duration of fixed length as microseconds: weeks (`P2W`), or days, hours, minutes and
/// seconds (`P30D`, `PT36H`, `P1DT2H30M1.5S`). No value for years and months, which have no fixed length, for
/// negative durations, for more than 10^6 days, and for any other text.
constexpr std::optional<std::int64_t> parseDuration(std::string_view text) {
    constexpr std::int64_t Limit = 1'000'000 * Instant::Day;
    // Designators in the order in which they may follow each other; T stands between days and hours.
    constexpr std::string_view Designators = "WDHMS";
    constexpr std::int64_t Units[] = {7 * Instant::Day, Instant::Day, Instant::Hour, Instant::Minute,
                                      Instant::Second};
    if (!detail::takeCharacter(text, 'P') || text.empty()) {
        return std::nullopt;
    }
    std::int64_t total = 0;
    std::size_t next = 0;
    bool inTime = false;
    while (!text.empty()) {
        if (!inTime && detail::takeCharacter(text, 'T')) {
            inTime = true;
            next = 2;
            if (text.empty()) {
                return std::nullopt;
            }
            continue;
        }
        std::int64_t number = 0;
        std::size_t digits = 0;
        for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
            number = number > Limit ? number : number * 10 + (text[digits] - '0');
        }
        text.remove_prefix(digits);
        std::int64_t fraction = 0;
        const bool decimal = digits > 0 && detail::takeCharacter(text, '.');
        if (decimal) {
            std::int64_t unit = Instant::Second;
            std::size_t count = 0;
            for (; count < text.size() && text[count] >= '0' && text[count] <= '9'; ++count) {
                unit /= 10;
                fraction += unit * (text[count] - '0');
            }
            text.remove_prefix(count);
            if (count == 0) {
                return std::nullopt;
            }
        }
        const std::size_t designator = text.empty() ? std::string_view::npos : Designators.find(text.front());
        const bool misplaced = designator == std::string_view::npos || designator < next ||
                               (designator >= 2) != inTime || (decimal && designator != 4);
        if (digits == 0 || misplaced || number > Limit / Units[designator]) {
            return std::nullopt;
        }
        text.remove_prefix(1);
        total += number * Units[designator] + fraction;
        // Weeks cannot be combined with other designators.
        next = designator == 0 ? Designators.size() : designator + 1;
        if (designator == 0 && !text.empty()) {
            return std::nullopt;
        }
    }
    return total <= Limit ? std::optional(total) : std::nullopt;
}

} // namespace svc

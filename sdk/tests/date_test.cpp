#include <svc/date.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace svc {
namespace {

Date date(std::string_view text) {
    return Date::parse(text).value();
}

Instant instant(std::string_view text) {
    return Instant::parse(text).value();
}

TEST(Date, readsAndWritesTheDaysOfTheCalendar) {
    EXPECT_EQ(date("1970-01-01").days(), 0);
    EXPECT_EQ(date("1969-12-31").days(), -1);
    EXPECT_EQ(date("2026-11-20").days(), 20777);
    EXPECT_EQ(date("0001-01-01").toString(), "0001-01-01");
    EXPECT_EQ(date("9999-12-31").toString(), "9999-12-31");
    EXPECT_EQ(date("2024-02-29").toString(), "2024-02-29");
    EXPECT_EQ(date("2026-11-20").year(), 2026);
    EXPECT_EQ(date("2026-11-20").month(), 11);
    EXPECT_EQ(date("2026-11-20").day(), 20);
    EXPECT_EQ(date("2026-11-20").weekday(), 5);
    EXPECT_EQ(date("1969-12-28").weekday(), 7);
}

TEST(Date, refusesDaysThatDoNotExistAndOtherTexts) {
    for (const char* text :
         {"", "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00",
          "0000-01-01", "2026-1-1", "20261120", "2026/11/20", "2026-11-20T00:00:00Z", "-026-11-20",
          "2026-11-2 ", " 2026-11-20", "12026-11-20"}) {
        EXPECT_FALSE(Date::parse(text)) << text;
    }
}

TEST(Date, countsEveryDayOfTenThousandYearsOnce) {
    std::int32_t expected = date("0001-01-01").days();
    for (int year = 1; year <= 9999; ++year) {
        for (int month = 1; month <= 12; ++month) {
            const int last = detail::daysInMonth(year, month);
            ASSERT_EQ(Date::of(year, month, 1)->days(), expected);
            const Date end(expected + last - 1);
            ASSERT_EQ(end, Date::of(year, month, last));
            ASSERT_EQ(end.month(), month);
            ASSERT_EQ(end.day(), last);
            ASSERT_EQ(end.year(), year);
            expected += last;
        }
    }
}

TEST(Date, addsDaysAndMonths) {
    EXPECT_EQ(date("2026-12-31").addDays(1).toString(), "2027-01-01");
    EXPECT_EQ(date("2026-03-01").addDays(-1).toString(), "2026-02-28");
    EXPECT_EQ(date("2026-01-31").addMonths(1).toString(), "2026-02-28");
    EXPECT_EQ(date("2024-01-31").addMonths(1).toString(), "2024-02-29");
    EXPECT_EQ(date("2026-01-15").addMonths(-1).toString(), "2025-12-15");
    EXPECT_EQ(date("2026-11-20").addMonths(14).toString(), "2028-01-20");
    EXPECT_EQ(date("2026-11-20").firstOfMonth().toString(), "2026-11-01");
    EXPECT_EQ(date("2026-02-20").lastOfMonth().toString(), "2026-02-28");
    EXPECT_EQ(date("2026-03-01").daysSince(date("2026-02-01")), 28);
    EXPECT_THROW(static_cast<void>(date("9999-12-31").addDays(1)), std::out_of_range);
    EXPECT_THROW(static_cast<void>(date("0001-01-01").addDays(INT64_MIN)), std::out_of_range);
    EXPECT_THROW(static_cast<void>(date("9999-12-31").addMonths(1)), std::out_of_range);
    EXPECT_THROW(static_cast<void>(date("0001-01-31").addMonths(-1)), std::out_of_range);
}

TEST(Instant, readsIsoTextsWithAnOffset) {
    EXPECT_EQ(instant("1970-01-01T00:00:00Z").micros(), 0);
    EXPECT_EQ(instant("2026-11-20T09:30:00.000Z").toString(), "2026-11-20T09:30:00.000Z");
    EXPECT_EQ(instant("2026-11-20T10:30:00+01:00"), instant("2026-11-20T09:30:00Z"));
    EXPECT_EQ(instant("2026-11-19T23:00:00-10:30"), instant("2026-11-20T09:30:00Z"));
    EXPECT_EQ(instant("2026-11-20T09:30:00.1Z").micros() % Instant::Second, 100'000);
    EXPECT_EQ(instant("2026-11-20T09:30:00.123456789Z").toSql(), "2026-11-20 09:30:00.123456+00");
}

TEST(Instant, readsTheTextOfPostgresql) {
    EXPECT_EQ(instant("2026-11-20 09:30:00.123456+00").toSql(), "2026-11-20 09:30:00.123456+00");
    EXPECT_EQ(instant("2026-11-20 09:30:00+00").toSql(), "2026-11-20 09:30:00.000000+00");
    EXPECT_EQ(instant("2026-11-20 15:00:00.5+05:30").toString(), "2026-11-20T09:30:00.500Z");
    EXPECT_EQ(instant("1890-01-01 00:09:21+00:09:21").toString(), "1890-01-01T00:00:00.000Z");
}

TEST(Instant, refusesOtherTexts) {
    for (const char* text :
         {"", "2026-11-20", "2026-11-20T09:30:00", "2026-11-20T09:30Z", "2026-11-20T24:00:00Z",
          "2026-11-20T09:60:00Z", "2026-11-20T09:30:60Z", "2026-02-30T09:30:00Z", "2026-11-20T09:30:00.Z",
          "2026-11-20T09:30:00+1", "2026-11-20T09:30:00+01:", "2026-11-20T09:30:00+19:00",
          "2026-11-20T09:30:00Z ", "2026-11-20t09:30:00Z", "2026-11-20T09:30:00 01:00",
          "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "infinity"}) {
        EXPECT_FALSE(Instant::parse(text)) << text;
    }
}

TEST(Instant, roundsDownBefore1970Too) {
    EXPECT_EQ(Instant(-1).toString(), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(Instant(-1).millis(), -1);
    EXPECT_EQ(Instant(-1).utcDate().toString(), "1969-12-31");
    EXPECT_EQ(Instant(-1).truncatedToMillis().micros(), -1000);
}

TEST(Instant, calculatesInMicroseconds) {
    const Instant start = instant("2026-11-20T09:30:00Z");
    EXPECT_EQ((start + 36 * Instant::Hour).toString(), "2026-11-21T21:30:00.000Z");
    EXPECT_EQ((start - Instant::Minute).toString(), "2026-11-20T09:29:00.000Z");
    EXPECT_EQ((start + Instant::Second) - start, Instant::Second);
    EXPECT_THROW(static_cast<void>(start + INT64_MAX), std::out_of_range);
    EXPECT_THROW(static_cast<void>(start + INT64_MIN), std::out_of_range);
    EXPECT_EQ(Instant::startOf(date("2026-11-20")).toString(), "2026-11-20T00:00:00.000Z");
}

TEST(Instant, givesBackWhatItWasMadeFrom) {
    std::mt19937_64 random(5);
    std::uniform_int_distribution<std::int64_t> micros(instant("0001-01-01T00:00:00Z").micros(),
                                                       instant("9999-12-31T23:59:59.999999Z").micros());
    for (int i = 0; i < 20'000; ++i) {
        const Instant any(micros(random));
        ASSERT_EQ(Instant::parse(any.toSql()), any);
        ASSERT_EQ(Instant::parse(any.toString()), any.truncatedToMillis());
    }
}

TEST(Duration, readsFixedLengths) {
    EXPECT_EQ(parseDuration("PT36H"), 36 * Instant::Hour);
    EXPECT_EQ(parseDuration("P30D"), 30 * Instant::Day);
    EXPECT_EQ(parseDuration("P2W"), 14 * Instant::Day);
    EXPECT_EQ(parseDuration("P1DT2H30M1.5S"),
              Instant::Day + 2 * Instant::Hour + 30 * Instant::Minute + Instant::Second * 3 / 2);
    EXPECT_EQ(parseDuration("PT0S"), 0);
    EXPECT_EQ(parseDuration("PT90M"), 90 * Instant::Minute);
}

TEST(Duration, refusesOtherTexts) {
    for (const char* text : {"",          "P",     "PT",     "36H",   "PT36",   "P1Y",
                             "P1M",       "P1DT",  "PT1M1H", "P1H",   "PT1D",   "P1W1D",
                             "P-1D",      "-P1D",  "PT1.5H", "PT1.S", "PT1H1H", "P99999999999999999999D",
                             "P1000001D", "pt36h", "PT36H ", "PTT1H"}) {
        EXPECT_FALSE(parseDuration(text)) << text;
    }
}

} // namespace
} // namespace svc

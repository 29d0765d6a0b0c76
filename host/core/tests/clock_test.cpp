#include "host/core/clock.hpp"

#include <gtest/gtest.h>

namespace svc::host {
namespace {

TEST(Clock, CutsDaysInTheZoneOfTheCompany) {
    const Instant lateEvening = Instant::parse("2026-11-20T23:30:00Z").value();
    EXPECT_EQ(dateIn("Africa/Abidjan", lateEvening).toString(), "2026-11-20");
    EXPECT_EQ(dateIn("Europe/Paris", lateEvening).toString(), "2026-11-21");
    EXPECT_EQ(startOfDateIn("Europe/Paris", Date::parse("2026-11-21").value()).toString(),
              "2026-11-20T23:00:00.000Z");
}

TEST(Clock, StartsADayWithoutMidnightAfterTheGap) {
    // Beirut skips from 00:00 to 01:00 on the last Sunday of March.
    EXPECT_EQ(startOfDateIn("Asia/Beirut", Date::parse("2025-03-30").value()).toString(),
              "2025-03-29T22:00:00.000Z");
}

TEST(Clock, TellsHowFarAZoneIsAheadOfUtc) {
    const auto offset = [](const char* zone, const char* instant) {
        return utcOffsetIn(zone, Instant::parse(instant).value());
    };
    EXPECT_EQ(offset("Europe/Paris", "2026-01-15T12:00:00Z"), 3600);
    EXPECT_EQ(offset("Europe/Paris", "2026-10-25T00:59:59Z"), 7200) << "the last second of summer time";
    EXPECT_EQ(offset("Europe/Paris", "2026-10-25T01:00:00Z"), 3600);
    EXPECT_EQ(offset("Asia/Kolkata", "2026-01-15T12:00:00Z"), 19800);
    EXPECT_EQ(offset("Atlantic/Azores", "2026-01-15T12:00:00Z"), -3600);
}

TEST(Clock, MovesByItsOffset) {
    Clock clock;
    const Instant before = clock.now();
    clock.setOffset(36 * Instant::Hour);
    EXPECT_GE(clock.now() - before, 36 * Instant::Hour);
}

TEST(Clock, KnowsTimeZones) {
    EXPECT_TRUE(isTimeZone("Africa/Abidjan"));
    EXPECT_FALSE(isTimeZone("Africa/Nowhere"));
}

TEST(Clock, OrdersIdentifiersByTime) {
    const Uuid first = newUuid(Instant::parse("2026-11-20T10:00:00.000Z").value());
    const Uuid second = newUuid(Instant::parse("2026-11-20T10:00:00.001Z").value());
    EXPECT_LT(first, second);
}

TEST(Clock, OrdersIdentifiersOfOneInstantByTheirPlace) {
    const Instant now = Instant::parse("2026-11-20T10:00:00.000Z").value();
    Uuid last = newUuid(now, 0);
    for (std::uint64_t place = 1; place < 10000; ++place) {
        const Uuid next = newUuid(now, place);
        ASSERT_LT(last, next) << place;
        last = next;
    }
}

} // namespace
} // namespace svc::host

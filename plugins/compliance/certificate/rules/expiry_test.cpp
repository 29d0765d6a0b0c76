// Warnings before a certificate ends.
#include <gtest/gtest.h>

#include "certificate/rules/expiry.hpp"

namespace svc::compliance {
namespace {

Instant daysBefore(Instant end, std::int64_t days) {
    return end + -days * Instant::Day;
}

TEST(Expiry, IsToldOnceSixtyThirtyAndSevenDaysBefore) {
    const Instant end = Instant::parse("2026-12-31T23:59:59Z").value();
    EXPECT_FALSE(warningDue(end, daysBefore(end, 61), {}));
    EXPECT_EQ(warningDue(end, daysBefore(end, 60), {}), 60);
    EXPECT_FALSE(warningDue(end, daysBefore(end, 45), 60));
    EXPECT_EQ(warningDue(end, daysBefore(end, 30), 60), 30);
    EXPECT_EQ(warningDue(end, daysBefore(end, 7), 30), 7);
    EXPECT_FALSE(warningDue(end, daysBefore(end, 1), 7));
    EXPECT_EQ(warningDue(end, daysBefore(end, 3), {}), 7) << "a key that was given late";
}

TEST(Expiry, IsToldInTheLanguageOfTheReader) {
    const Date end = Date::of(2026, 12, 31).value();
    const ExpiryWords words = expiryWords("de", "Lumière", "RKSV", "CN=Till 1", end);
    EXPECT_EQ(words.subject, "Ein Fiskalzertifikat läuft ab (RKSV)");
    EXPECT_NE(words.text.find("Zertifikat: CN=Till 1\nGültig bis: 2026-12-31"), std::string::npos)
        << words.text;
    EXPECT_NE(expiryWords("nl", "L", "R", "C", end).text.find("Valid until: 2026-12-31"), std::string::npos);
}

} // namespace
} // namespace svc::compliance

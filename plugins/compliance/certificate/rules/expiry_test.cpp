// Warnings before a certificate expires.
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
    const ExpiryWords words =
        expiryWords("de", paper::ReaderForm::of("de", "AT"), "Lumière", "RKSV", "CN=Till 1", end);
    EXPECT_EQ(words.subject, "Ein Fiskalzertifikat läuft ab (RKSV)");
    EXPECT_NE(words.text.find("Zertifikat: CN=Till 1\nGültig bis: 31.12.2026"), std::string::npos)
        << words.text;
    const ExpiryWords others = expiryWords("nl", paper::ReaderForm::of("nl", "NL"), "L", "R", "C", end);
    EXPECT_NE(others.text.find("Valid until: 31 dec 2026"), std::string::npos) << others.text;
}

} // namespace
} // namespace svc::compliance

#include "host/webhooks/schedule.hpp"

#include <gtest/gtest.h>

namespace svc::host::webhooks {
namespace {

TEST(Schedule, GivesTheSixExactPausesThenNothing) {
    const Instant end(1'000'000);
    const std::int64_t minutes[] = {1, 5, 30, 120, 720, 1440};
    for (int failure = 1; failure <= 6; ++failure) {
        ASSERT_TRUE(nextAttempt(failure, end)) << failure;
        EXPECT_EQ(nextAttempt(failure, end)->micros() - end.micros(), minutes[failure - 1] * 60'000'000)
            << failure;
    }
    EXPECT_FALSE(nextAttempt(7, end));
    EXPECT_FALSE(nextAttempt(8, end));
}

} // namespace
} // namespace svc::host::webhooks

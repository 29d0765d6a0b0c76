#include "host/http/pipeline/rate_limiter.hpp"

#include <gtest/gtest.h>

namespace svc::host::http {
namespace {

class RateLimiterTest : public ::testing::Test {
protected:
    std::int64_t now_ = 1000;
    RateLimiter limiter_{[this] { return now_; }};
};

TEST_F(RateLimiterTest, CountsDownToTheLimitThenRefuses) {
    for (int left = 4; left >= 0; --left) {
        const RateLimiter::Verdict verdict = limiter_.take("key", 5);
        EXPECT_TRUE(verdict.allowed);
        EXPECT_EQ(verdict.limit, 5);
        EXPECT_EQ(verdict.remaining, left);
    }
    const RateLimiter::Verdict refused = limiter_.take("key", 5);
    EXPECT_FALSE(refused.allowed);
    EXPECT_EQ(refused.remaining, 0);
    EXPECT_EQ(refused.reset, 60);
}

TEST_F(RateLimiterTest, RetryAfterIsExactlyWhenTheNextRequestFits) {
    limiter_.take("key", 2);
    now_ += 10;
    limiter_.take("key", 2);
    now_ += 20;
    const RateLimiter::Verdict refused = limiter_.take("key", 2);
    EXPECT_FALSE(refused.allowed);
    EXPECT_EQ(refused.reset, 30);
    now_ += 29;
    EXPECT_FALSE(limiter_.take("key", 2).allowed);
    now_ += 1;
    EXPECT_TRUE(limiter_.take("key", 2).allowed);
    EXPECT_FALSE(limiter_.take("key", 2).allowed);
}

TEST_F(RateLimiterTest, RefusedRequestsAreNotCounted) {
    limiter_.take("key", 1);
    for (int i = 0; i < 100; ++i) {
        ++now_;
        if (i < 59) {
            EXPECT_FALSE(limiter_.take("key", 1).allowed);
        }
    }
    EXPECT_TRUE(limiter_.take("key", 1).allowed);
}

TEST_F(RateLimiterTest, KeysDoNotShareTheirCounts) {
    EXPECT_TRUE(limiter_.take("a", 1).allowed);
    EXPECT_TRUE(limiter_.take("b", 1).allowed);
    EXPECT_FALSE(limiter_.take("a", 1).allowed);
}

TEST_F(RateLimiterTest, ALongPauseForgetsEverything) {
    for (int i = 0; i < 600; ++i) {
        EXPECT_TRUE(limiter_.take("key", 600).allowed);
    }
    now_ += 3600;
    EXPECT_EQ(limiter_.take("key", 600).remaining, 599);
}

TEST_F(RateLimiterTest, TheMinuteSlides) {
    for (int second = 0; second < 600; ++second, ++now_) {
        EXPECT_TRUE(limiter_.take("key", 60).allowed) << second;
    }
    EXPECT_TRUE(limiter_.take("key", 60).allowed);
    EXPECT_FALSE(limiter_.take("key", 60).allowed);
}

TEST_F(RateLimiterTest, ManyIdleKeysAreForgotten) {
    for (int i = 0; i < 200'000; ++i) {
        limiter_.take("address" + std::to_string(i), 600);
        now_ += i % 100 == 0 ? 1 : 0;
    }
    EXPECT_TRUE(limiter_.take("address0", 1).allowed);
}

TEST(RateLimiter, SharesTheLimitWithTheOtherHosts) {
    int hosts = 2;
    RateLimiter one([] { return std::int64_t{0}; }, [&] { return hosts; });
    RateLimiter other([] { return std::int64_t{0}; }, [&] { return hosts; });
    int allowed = 0;
    for (int i = 0; i < 500; ++i) {
        allowed += one.take("k", 600).allowed ? 1 : 0;
        allowed += other.take("k", 600).allowed ? 1 : 0;
    }
    EXPECT_EQ(allowed, 600);
    hosts = 1; // the other host has ended
    EXPECT_TRUE(one.take("k", 600).allowed);
}

} // namespace
} // namespace svc::host::http

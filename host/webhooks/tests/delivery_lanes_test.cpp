#include "host/webhooks/delivery_lanes.hpp"

#include <gtest/gtest.h>

namespace svc::host::webhooks {
namespace {

using std::chrono::milliseconds;

class Lanes : public ::testing::Test {
protected:
    static Uuid uuid(int kind, int number) {
        char text[37];
        std::snprintf(text, sizeof text, "00000000-0000-7000-%04x-%012x", static_cast<unsigned>(kind),
                      static_cast<unsigned>(number));
        return Uuid::parse(text).value();
    }
    std::vector<Claim> claims(int webhook, int count, bool proven = true) {
        std::vector<Claim> made;
        for (int i = 0; i < count; ++i) {
            Claim claim;
            claim.company = uuid(0, 1);
            claim.webhook = uuid(1, webhook);
            claim.delivery = uuid(2, ++deliveries_);
            claim.proven = proven;
            made.push_back(claim);
        }
        return made;
    }
    void hand(const std::vector<Claim>& claims) {
        lanes_.claimed(claims);
        for (const Claim& claim : claims) {
            Job job;
            job.claim = claim;
            job.preparedAt = now_;
            lanes_.prepared(std::move(job));
        }
    }
    std::optional<Job> next() { return lanes_.next(now_, stale_); }
    /// Sends one that succeeds, as a desk records it.
    void succeed(const Job& job, milliseconds took) {
        back_ = lanes_.ended(job.claim, true, took);
        lanes_.drop(job.claim);
    }
    /// How many more of the webhook are asked for; nothing when the queue decides.
    std::optional<std::size_t> wanted(int webhook) {
        const auto request = lanes_.request(now_);
        if (request) {
            for (const ClaimRequest::Known& known : request->known) {
                if (known.webhook == uuid(1, webhook)) {
                    return known.more;
                }
            }
        }
        return std::nullopt;
    }

    DeliveryLanes lanes_;
    DeliveryLanes::Time now_ = DeliveryLanes::Time() + std::chrono::hours(1);
    std::vector<Claim> stale_;
    std::vector<Claim> back_;
    int deliveries_ = 0;
};

TEST_F(Lanes, SendFourAtATimeAndOneAfterAFailure) {
    hand(claims(1, 6));
    std::vector<Job> sent;
    while (auto job = next()) {
        sent.push_back(std::move(*job));
    }
    ASSERT_EQ(sent.size(), 4U);
    EXPECT_TRUE(lanes_.ended(sent[0].claim, true, milliseconds(1)).empty());
    EXPECT_TRUE(next()) << "another takes its place";
    hand(claims(2, 1, false));
    EXPECT_TRUE(next());
    EXPECT_FALSE(next());
}

TEST_F(Lanes, GiveBackWhatWaitsBehindAFailure) {
    hand(claims(1, 10));
    const auto job = next();
    const auto back = lanes_.ended(job->claim, false, milliseconds(3));
    EXPECT_EQ(back.size(), 6U) << "all but the four that were given to senders";
    for (const Claim& claim : back) {
        lanes_.drop(claim);
    }
    EXPECT_EQ(wanted(1), 0U) << "nothing more while others are under way";
}

TEST_F(Lanes, AskForMoreOfAReceiverThatAnswersFastAndForLittleOfASlowOne) {
    EXPECT_EQ(wanted(1), std::nullopt);
    hand(claims(1, 1));
    succeed(*next(), milliseconds(1));
    EXPECT_EQ(wanted(1), DeliveryLanes::MostAhead);
    hand(claims(1, 200));
    EXPECT_EQ(wanted(1), 0U) << "more than half of it is there";
    for (int i = 0; i < 150; ++i) {
        succeed(*next(), milliseconds(1));
    }
    EXPECT_EQ(wanted(1), DeliveryLanes::MostAhead - 50);
    const std::size_t before = back_.size();
    succeed(*next(), milliseconds(5000));
    EXPECT_EQ(before, 0U);
    EXPECT_EQ(back_.size(), 49U - 4 - 3) << "four may wait besides those that are sent";
}

TEST_F(Lanes, SlowAttemptsDoNotBarOthers) {
    for (int webhook = 0; webhook < static_cast<int>(DeliveryLanes::MostYoung); ++webhook) {
        hand(claims(webhook, 1, false));
        ASSERT_TRUE(next());
    }
    EXPECT_FALSE(lanes_.request(now_)) << "enough is under way";
    now_ += DeliveryLanes::Young;
    const auto request = lanes_.request(now_);
    ASSERT_TRUE(request);
    EXPECT_GT(request->webhooks, 0U);
    EXPECT_TRUE(request->unproven);
}

TEST_F(Lanes, LeaveHalfOfTheAttemptsToReceiversThatAnswer) {
    for (std::size_t webhook = 0; webhook < DeliveryLanes::MostFlying / 2; ++webhook) {
        hand(claims(static_cast<int>(webhook), 1, false));
        ASSERT_TRUE(next());
    }
    now_ += DeliveryLanes::Young;
    const auto request = lanes_.request(now_);
    ASSERT_TRUE(request);
    EXPECT_FALSE(request->unproven);
}

TEST_F(Lanes, DoNotSendWhatWasReadLongAgo) {
    hand(claims(1, 2));
    now_ += DeliveryLanes::Fresh + milliseconds(1);
    EXPECT_FALSE(next());
    EXPECT_EQ(stale_.size(), 2U);
}

TEST_F(Lanes, HoldNothingWhenEverythingIsDropped) {
    const auto first = claims(1, 3);
    hand(first);
    lanes_.claimed(claims(2, 1));
    const auto job = next();
    EXPECT_EQ(lanes_.takeWaiting().size(), 2U);
    lanes_.ended(job->claim, true, milliseconds(1));
    for (const Claim& claim : first) {
        lanes_.drop(claim);
    }
    EXPECT_FALSE(lanes_.holdsNothing());
    Claim unprepared;
    unprepared.delivery = uuid(2, deliveries_);
    lanes_.drop(unprepared);
    EXPECT_TRUE(lanes_.holdsNothing());
    EXPECT_EQ(lanes_.flying(), 0U);
    EXPECT_EQ(lanes_.request(now_)->webhooks, DeliveryLanes::MostYoung);
}

} // namespace
} // namespace svc::host::webhooks

#include "host/webhooks/delivery_lanes.hpp"

#include <map>
#include <set>

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
        lanes_.claimed(claims, now_);
        for (const Claim& claim : claims) {
            Job job;
            job.claim = claim;
            lanes_.prepared(std::move(job));
        }
    }
    std::optional<Job> next() { return lanes_.next(now_, stale_); }
    /// Ends an attempt with success, as the worker records it.
    void succeed(const Job& job, milliseconds took) {
        back_ = lanes_.ended(job.claim, true, took);
        lanes_.drop(job.claim);
    }
    /// How many more deliveries of the webhook are requested; nothing when the queue decides.
    std::optional<std::size_t> wanted(int webhook) {
        const auto request = lanes_.request();
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
    hand(claims(1, 400));
    EXPECT_EQ(wanted(1), 0U) << "more than half of it is there";
    int low = 0;
    for (int i = 0; i < 350; ++i) {
        const auto job = next();
        back_ = lanes_.ended(job->claim, true, milliseconds(1));
        low += lanes_.low(uuid(1, 1)) ? 1 : 0;
        lanes_.drop(job->claim);
    }
    EXPECT_EQ(low, 1) << "told once, when half of it is left";
    EXPECT_EQ(wanted(1), DeliveryLanes::MostAhead - 50);
    const std::size_t before = back_.size();
    succeed(*next(), milliseconds(5000));
    EXPECT_EQ(before, 0U);
    EXPECT_EQ(back_.size(), 49U - 4 * 4 - 3) << "a few may wait besides those that are sent";
}

TEST_F(Lanes, SlowAttemptsMakeRoomForOthers) {
    constexpr int Most = static_cast<int>(DeliveryLanes::MostYoung);
    for (int webhook = 0; webhook < Most; ++webhook) {
        hand(claims(webhook, 1));
        ASSERT_TRUE(next());
    }
    hand(claims(Most, 1));
    EXPECT_FALSE(next()) << "enough is under way";
    EXPECT_TRUE(lanes_.restless());
    now_ += DeliveryLanes::Young;
    EXPECT_TRUE(lanes_.age(now_).empty());
    EXPECT_TRUE(next());
    EXPECT_EQ(lanes_.flying(), DeliveryLanes::MostYoung + 1);
}

TEST_F(Lanes, ATenthThatIsSilentHoldsTheOthersForLessThanASecond) {
    constexpr milliseconds Tick{5};
    constexpr milliseconds Answer{30};
    for (const bool proven : {true, false}) {
        std::vector<Claim> due;
        std::set<Uuid> silent;
        for (int webhook = 999; webhook >= 0; --webhook) {
            due.push_back(claims(webhook + (proven ? 0 : 1000), 1, proven).front());
            if (webhook % 10 == 0) {
                silent.insert(due.back().webhook);
            }
        }
        std::map<DeliveryLanes::Time, std::vector<Claim>> answers;
        const auto start = now_;
        int answered = 0;
        while (answered < 900 && now_ - start < std::chrono::seconds(10)) {
            if (const auto request = lanes_.request()) {
                std::vector<Claim> claimed;
                while (!due.empty() && claimed.size() < request->webhooks && (proven || request->unproven)) {
                    claimed.push_back(due.back());
                    due.pop_back();
                }
                hand(claimed);
            }
            while (const auto job = next()) {
                if (silent.count(job->claim.webhook) == 0) {
                    answers[now_ + Answer].push_back(job->claim);
                }
            }
            now_ += Tick;
            lanes_.age(now_);
            for (const Claim& claim : answers[now_]) {
                lanes_.ended(claim, true, Answer);
                lanes_.drop(claim);
                ++answered;
            }
        }
        EXPECT_LT(now_ - start, std::chrono::seconds(1)) << (proven ? "known to answer" : "unknown");
        EXPECT_EQ(answered, 900);
    }
}

TEST_F(Lanes, WhatWaitsBehindASlowAttemptGoesBack) {
    hand(claims(1, 1));
    succeed(*next(), milliseconds(1));
    hand(claims(1, 100));
    while (next()) {
    }
    now_ += DeliveryLanes::Young;
    EXPECT_EQ(lanes_.age(now_).size(), 96U);
    EXPECT_EQ(wanted(1), 0U) << "it is no longer taken for a fast one";
}

TEST_F(Lanes, ReceiversThatAnsweredLastGoFirstAndKeepHalfOfThePlaces) {
    constexpr int Half = static_cast<int>(DeliveryLanes::MostYoung) / 2;
    for (int webhook = 0; webhook < Half + 10; ++webhook) {
        hand(claims(webhook, 1, false));
    }
    for (int i = 0; i < Half; ++i) {
        EXPECT_FALSE(next()->claim.proven);
    }
    EXPECT_FALSE(next());
    hand(claims(1000, 1));
    EXPECT_EQ(lanes_.sendable(), 1U);
    EXPECT_TRUE(next()->claim.proven);
    now_ += DeliveryLanes::Young;
    lanes_.age(now_);
    hand(claims(1001, 1));
    EXPECT_TRUE(next()->claim.proven) << "though others wait longer";
    EXPECT_FALSE(next()->claim.proven);
}

TEST_F(Lanes, LeaveHalfOfTheAttemptsToReceiversThatAnswer) {
    for (std::size_t webhook = 0; webhook < DeliveryLanes::MostFlying / 2; ++webhook) {
        hand(claims(static_cast<int>(webhook), 1, false));
        ASSERT_TRUE(next());
        now_ += DeliveryLanes::Young;
        lanes_.age(now_);
    }
    const auto request = lanes_.request();
    ASSERT_TRUE(request);
    EXPECT_FALSE(request->unproven);
    hand(claims(5000, 1, false));
    EXPECT_FALSE(next());
}

TEST_F(Lanes, ClaimNoMoreThanWillBeSentSoon) {
    const int most = static_cast<int>(DeliveryLanes::MostAhead);
    for (int webhook = 0; webhook <= most / 2; ++webhook) {
        hand(claims(webhook, 1));
    }
    EXPECT_FALSE(lanes_.request());
    ASSERT_TRUE(next());
    const auto request = lanes_.request();
    ASSERT_TRUE(request);
    EXPECT_EQ(request->webhooks, DeliveryLanes::MostAhead / 2);
}

TEST_F(Lanes, DoNotSendWhatWasClaimedLongAgo) {
    hand(claims(1, 2));
    now_ += DeliveryLanes::Fresh + milliseconds(1);
    EXPECT_FALSE(next());
    EXPECT_EQ(stale_.size(), 2U);
}

TEST_F(Lanes, DoNotBeginWhatWasClaimedBeforeItsWebhookChanged) {
    const auto unprepared = claims(1, 1);
    hand(claims(1, 10));
    hand(claims(2, 1));
    const auto begun = next();
    lanes_.claimed(unprepared, now_);
    EXPECT_EQ(lanes_.outdate(uuid(1, 1)).size(), 6U) << "all but the four that were given to senders";
    Job late;
    late.claim = unprepared.front();
    lanes_.prepared(late);
    EXPECT_EQ(next()->claim.webhook, uuid(1, 2));
    EXPECT_FALSE(next());
    EXPECT_EQ(stale_.size(), 4U) << "three that were ready, and one that was read late";
    for (const Claim& claim : stale_) {
        lanes_.drop(claim);
    }
    hand({stale_.front()});
    EXPECT_TRUE(next()) << "claimed again, it is of now";
}

TEST_F(Lanes, HoldNothingWhenEverythingIsDropped) {
    const auto first = claims(1, 3);
    hand(first);
    lanes_.claimed(claims(2, 1), now_);
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
    EXPECT_EQ(lanes_.request()->webhooks, DeliveryLanes::MostAhead);
}

} // namespace
} // namespace svc::host::webhooks

#include "host/webhooks/circuits.hpp"

#include <gtest/gtest.h>

namespace svc::host::webhooks {
namespace {

class CircuitsTest : public ::testing::Test {
protected:
    void fail(int times, const std::string& place = Place) {
        for (int i = 0; i < times; ++i) {
            EXPECT_FALSE(circuits.refuse("acme", place)) << i;
            circuits.ended("acme", place, true);
        }
    }
    bool refuses(const std::string& plugin = "acme") { return circuits.refuse(plugin, Place).has_value(); }
    void wait(std::int64_t time) {
        offset += time;
        clock.setOffset(offset);
    }

    static constexpr const char* Place = "api.acme.example:443";
    std::int64_t offset = 0;
    Clock clock;
    Circuits circuits{clock};
};

TEST_F(CircuitsTest, OpenAfterFiveFailuresInARow) {
    fail(4);
    EXPECT_FALSE(refuses());
    circuits.ended("acme", Place, false);
    fail(4);
    EXPECT_TRUE(circuits.open().empty()) << "an answer in between begins anew";
    fail(1);
    const auto seconds = circuits.refuse("acme", Place);
    ASSERT_TRUE(seconds);
    EXPECT_GE(*seconds, 29);
    EXPECT_LE(*seconds, 31);
    EXPECT_FALSE(refuses("other")) << "what one plugin meets is not the fault of another";
    EXPECT_FALSE(circuits.refuse("acme", "other.example:443"));
    EXPECT_EQ(circuits.open().at("acme"), 1);
}

TEST_F(CircuitsTest, LetOneThroughAfterThePauseAndDoubleItWhenThatFails) {
    fail(5);
    std::int64_t pause = Circuits::ShortestPause;
    for (int i = 0; i < 6; ++i) {
        wait(pause - Instant::Second);
        EXPECT_TRUE(refuses()) << i;
        wait(2 * Instant::Second);
        EXPECT_FALSE(refuses()) << "half-open";
        EXPECT_TRUE(refuses()) << "for one";
        circuits.ended("acme", Place, true);
        pause = std::min(2 * pause, Circuits::LongestPause);
    }
    wait(pause + Instant::Second);
    EXPECT_FALSE(refuses());
    circuits.ended("acme", Place, false);
    EXPECT_TRUE(circuits.open().empty());
    fail(4);
    EXPECT_FALSE(refuses()) << "closed as at the beginning";
}

TEST_F(CircuitsTest, AreNotOpenedOnceMoreByCallsThatWereUnderWay) {
    fail(5);
    circuits.ended("acme", Place, true);
    circuits.ended("acme", Place, true);
    wait(Circuits::ShortestPause + Instant::Second);
    EXPECT_FALSE(refuses()) << "the first pause is over";
}

TEST_F(CircuitsTest, DoNotWaitForAProbeThatIsNeverHeardOf) {
    fail(5);
    wait(Circuits::ShortestPause + Instant::Second);
    EXPECT_FALSE(refuses());
    wait(4 * Instant::Minute);
    EXPECT_FALSE(refuses());
}

TEST_F(CircuitsTest, ForgetServersThatNobodyAsksAnyMore) {
    for (int i = 0; i < 3000; ++i) {
        circuits.ended("acme", "server-" + std::to_string(i) + ":443", true);
    }
    fail(5);
    EXPECT_TRUE(refuses()) << "what is open is remembered";
}

} // namespace
} // namespace svc::host::webhooks

#include "host/core/work_loop.hpp"

#include <atomic>
#include <stdexcept>

#include <gtest/gtest.h>

namespace svc::host {
namespace {

using std::chrono::milliseconds;

/// Waits until the condition is true, at most five seconds.
template <class Condition>
bool becomes(const Condition& condition) {
    for (int i = 0; i < 500 && !condition(); ++i) {
        std::this_thread::sleep_for(milliseconds(10));
    }
    return condition();
}

/// A loop whose passes find nothing.
struct IdleLoop {
    std::atomic<int> passes{0};
    WorkLoop loop;

    explicit IdleLoop(milliseconds poll, milliseconds rest = {})
        : loop(
              poll,
              [this] {
                  ++passes;
                  return false;
              },
              rest) {}
};

TEST(WorkLoop, PassesAsLongAsThereIsSomethingToDo) {
    std::atomic<int> portions{7};
    WorkLoop loop(milliseconds(5), [&] { return portions > 0 && portions-- > 0; });
    loop.start(1);
    EXPECT_TRUE(becomes([&] { return portions == 0; }));
    portions = 2;
    EXPECT_TRUE(becomes([&] { return portions == 0; })) << "found by polling";
}

TEST(WorkLoop, IsWokenLongBeforeItsPoll) {
    IdleLoop idle(std::chrono::hours(1));
    idle.loop.start(2);
    idle.loop.wake();
    EXPECT_TRUE(becomes([&] { return idle.passes > 0; }));
    idle.loop.stop();
}

TEST(WorkLoop, PollsWithOneThreadHoweverManyWait) {
    IdleLoop idle(milliseconds(50));
    const auto began = std::chrono::steady_clock::now();
    idle.loop.start(40);
    EXPECT_TRUE(becomes([&] { return idle.passes >= 4; })) << "another thread takes over the polling";
    const auto polls = (std::chrono::steady_clock::now() - began) / milliseconds(50);
    EXPECT_LE(idle.passes, polls + 1);
}

TEST(WorkLoop, PollsWhileAPassIsUnderWay) {
    std::atomic<bool> holding{true};
    std::atomic<int> passes{0};
    WorkLoop loop(milliseconds(5), [&] {
        if (++passes == 1) {
            while (holding) {
                std::this_thread::sleep_for(milliseconds(2));
            }
        }
        return false;
    });
    loop.start(2);
    EXPECT_TRUE(becomes([&] { return passes > 3; }));
    holding = false;
}

TEST(WorkLoop, GivesEachWakeAThread) {
    std::atomic<int> atOnce{0};
    std::atomic<bool> holding{true};
    WorkLoop loop(std::chrono::hours(1), [&] {
        ++atOnce;
        while (holding) {
            std::this_thread::sleep_for(milliseconds(2));
        }
        return false;
    });
    loop.start(3);
    for (int i = 0; i < 3; ++i) {
        loop.wake();
    }
    EXPECT_TRUE(becomes([&] { return atOnce == 3; }));
    holding = false;
}

TEST(WorkLoop, GathersWakesForAWhileAfterAPassThatFoundNothing) {
    constexpr int Wakes = 20;
    IdleLoop idle(std::chrono::hours(1), milliseconds(200));
    idle.loop.start(3);
    idle.loop.wake();
    EXPECT_TRUE(becomes([&] { return idle.passes == 1; })) << "the first wake is taken at once";
    for (int i = 0; i < Wakes; ++i) {
        idle.loop.wake();
    }
    EXPECT_TRUE(becomes([&] { return idle.passes == 2; }));
    std::this_thread::sleep_for(milliseconds(300));
    EXPECT_EQ(idle.passes, 2);
}

TEST(WorkLoop, GathersNoWakesWhenAPassKnowsOfMore) {
    IdleLoop idle(std::chrono::hours(1), std::chrono::hours(1));
    idle.loop.start(2);
    idle.loop.wake();
    EXPECT_TRUE(becomes([&] { return idle.passes == 1; }));
    idle.loop.wake(); // from here on a thread gathers wakes
    idle.loop.wakeAnother();
    EXPECT_TRUE(becomes([&] { return idle.passes >= 2; }));
}

TEST(WorkLoop, StopsWhileItGathersWakes) {
    IdleLoop idle(std::chrono::hours(1), std::chrono::hours(1));
    idle.loop.start(2);
    idle.loop.wake();
    EXPECT_TRUE(becomes([&] { return idle.passes == 1; }));
    idle.loop.wake();
    idle.loop.stop();
    EXPECT_EQ(idle.passes, 1);
}

TEST(WorkLoop, GoesOnAfterAPassThatFailed) {
    std::atomic<int> passes{0};
    WorkLoop loop(milliseconds(5), [&]() -> bool {
        ++passes;
        throw std::runtime_error("the database is away");
    });
    loop.start(1);
    EXPECT_TRUE(becomes([&] { return passes > 2; }));
}

TEST(WorkLoop, RunsEverythingThatIsDueAndWaitsForWhatIsUnderWay) {
    std::atomic<bool> holding{true};
    std::atomic<bool> held{false};
    std::atomic<int> left{3};
    std::atomic<bool> done{false};
    WorkLoop loop(milliseconds(5), [&] {
        if (!held.exchange(true)) {
            while (holding) {
                std::this_thread::sleep_for(milliseconds(2));
            }
            return false;
        }
        return left > 0 && left-- > 0;
    });
    loop.start(1);
    ASSERT_TRUE(becomes([&] { return held.load(); }));
    std::thread caller([&] {
        loop.runDue();
        done = true;
    });
    std::this_thread::sleep_for(milliseconds(50));
    EXPECT_FALSE(done) << "another thread is still at it";
    holding = false;
    caller.join();
    EXPECT_EQ(left, 0);
    EXPECT_TRUE(done);
}

} // namespace
} // namespace svc::host

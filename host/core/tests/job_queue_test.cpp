#include "host/core/job_queue.hpp"

#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "host/core/tests/work_kit.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::testing {
namespace {

using db::testing::shared;

constexpr const char* Company = "01935000-0000-7000-8000-000000000001";

/// Jobs of a plugin that run outside of a transaction, and the queue of a host that takes them.
struct Jobs : WorkKit {
    std::string plugin;
    JobQueue queue{services, JobQueue::Owner::Outside, Instant::Minute};

    explicit Jobs(std::string name) : plugin(std::move(name)) {}
    ~Jobs() {
        db::Transaction transaction(shared().pool());
        transaction.send("UPDATE svc.job SET state = 'succeeded' WHERE plugin = $1", {plugin});
        transaction.commit();
    }

    /// Files jobs due in this many minutes; a lane keeps their order.
    void file(const std::string& lane, const std::string& name, int minutes, int count = 1) {
        db::Transaction transaction(shared().pool());
        transaction.send(
            "INSERT INTO svc.job (company_id, id, plugin, name, kind, due_at, created_at, outside,"
            " lane, lane_number) SELECT $1, gen_random_uuid(), $2, $3, $3,"
            " $4::timestamptz + $5::integer * interval '1 minute', $4, true, nullif($6, ''),"
            " nextval('svc.job_lane_number') FROM generate_series(1, $7::integer)",
            {Company, plugin, name, clock.now().toSql(), std::to_string(minutes), lane,
             std::to_string(count)});
        transaction.commit();
    }
    std::vector<ClaimedJob> claim(std::size_t most = 10) {
        JobShares::Taken taken;
        taken.plugins = {"outside"}; // excludes jobs left by the schedule tests
        taken.lanes = busy;
        std::vector<ClaimedJob> own;
        for (ClaimedJob& job : queue.claim(most, taken)) {
            if (job.plugin == plugin) {
                own.push_back(std::move(job));
            }
        }
        return own;
    }
    void finish(const ClaimedJob& job) {
        db::Transaction transaction(shared().pool());
        EXPECT_TRUE(JobQueue::succeed(transaction, job, clock.now()));
        transaction.commit();
    }

    std::vector<std::pair<std::string, std::string>> busy; ///< lanes of plugins at their quota on this host
};

std::string namesOf(const std::vector<ClaimedJob>& jobs) {
    std::set<std::string> names;
    for (const ClaimedJob& job : jobs) {
        names.insert(job.name);
    }
    std::string text;
    for (const std::string& name : names) {
        text += (text.empty() ? "" : " ") + name;
    }
    return text;
}

TEST(JobQueue, GivesTheFirstOfEachLaneAndWhatIsInNone) {
    Jobs jobs("lanes");
    jobs.file("a", "a1", -9);
    jobs.file("a", "a2", -8, 300);
    jobs.file("b", "b1", -7);
    jobs.file("", "free", -6);
    const auto first = jobs.claim();
    EXPECT_EQ(namesOf(first), "a1 b1 free");
    EXPECT_EQ(namesOf(jobs.claim()), "") << "the first jobs of the lanes run";
    for (const ClaimedJob& job : first) {
        jobs.finish(job);
    }
    const auto second = jobs.claim();
    EXPECT_EQ(second.size(), 1U);
    EXPECT_EQ(namesOf(second), "a2");
}

TEST(JobQueue, KeepsALaneWaitingWhoseFirstJobIsNotDue) {
    Jobs jobs("waiting");
    jobs.file("a", "late", 5);
    jobs.file("a", "due", -5);
    jobs.file("b", "other", -4);
    const auto others = jobs.claim();
    ASSERT_EQ(namesOf(others), "other");
    jobs.finish(others.front());
    jobs.clock.setOffset(6 * Instant::Minute);
    EXPECT_EQ(namesOf(jobs.claim()), "late") << "though what waits behind it was due before it";
}

TEST(JobQueue, LeavesLanesThatTheHostWorksIn) {
    Jobs jobs("working");
    jobs.file("a", "a", -5, 2);
    jobs.file("b", "b", -4);
    jobs.busy = {{"working", "a"}};
    EXPECT_EQ(namesOf(jobs.claim()), "b");
    jobs.busy.clear();
    EXPECT_EQ(namesOf(jobs.claim()), "a");
}

TEST(JobQueue, FindsWhatIsDueLaterThanALongLane) {
    Jobs jobs("long");
    jobs.file("a", "a", -9, 300);
    jobs.file("b", "b", -8, 300);
    jobs.file("c", "late", 5);
    jobs.file("c", "behind", -6);
    for (const char* lane : {"d", "e", ""}) {
        jobs.file(lane, "after " + std::string(lane), -5);
    }
    jobs.busy = {{"long", "a"}, {"long", "e"}};
    const auto found = jobs.claim();
    EXPECT_EQ(found.size(), 3U);
    EXPECT_EQ(namesOf(found), "after  after d b");
    jobs.busy.clear();
    EXPECT_EQ(namesOf(jobs.claim()), "a after e") << "the first of b runs, that of c is not due";
}

TEST(JobQueue, TakesAFailedFirstJobAgainBeforeItsLaneGoesOn) {
    Jobs jobs("failing");
    jobs.file("a", "first", -5);
    jobs.file("a", "second", -4);
    const auto failed = jobs.claim();
    ASSERT_EQ(namesOf(failed), "first");
    EXPECT_TRUE(jobs.queue.fail(failed.front(), "no answer"));
    EXPECT_EQ(namesOf(jobs.claim()), "");
    jobs.clock.setOffset(2 * Instant::Minute);
    const auto again = jobs.claim();
    ASSERT_EQ(namesOf(again), "first");
    jobs.finish(again.front());
    EXPECT_EQ(namesOf(jobs.claim()), "second");
}

TEST(JobQueue, GivesWhatWasDueFirst) {
    Jobs jobs("ordered");
    for (int minutes = 1; minutes <= 5; ++minutes) {
        jobs.file("", std::to_string(minutes), -minutes);
    }
    EXPECT_EQ(namesOf(jobs.claim(2)), "4 5");
    EXPECT_EQ(namesOf(jobs.claim(2)), "2 3");
}

} // namespace
} // namespace svc::host::testing

#include "host/core/schedules.hpp"

#include <gtest/gtest.h>
#include <string>
#include <thread>

#include "host/core/tests/work_kit.hpp"
#include "host/db/transaction.hpp"

namespace svc::host::testing {
namespace {

using db::testing::shared;
using db::testing::SharedCluster;

/// A host that files schedules. Its clock is moved after the start of the test.
struct LookingHost : WorkKit {
    Schedules schedules{services};

    LookingHost(const std::string& plugin, bool outside = false) {
        catalogue.add(JobKind{
            .name = plugin + ".tidy", .plugin = plugin, .every = "PT1H", .run = {}, .outside = outside});
        catalogue.add(JobKind{.name = plugin + ".once", .plugin = plugin, .every = "", .run = {}});
    }
    void move(std::int64_t minutes) {
        clock.setOffset(clock.offset() + minutes * 60 * Instant::Second);
        schedules.lookSoon();
    }
    bool lookAgain() {
        schedules.lookSoon();
        return schedules.fileDue();
    }
};

/// Jobs that are filed for a plugin, as `name count` of each company.
std::string filed(const std::string& plugin) {
    db::Transaction transaction(shared().pool());
    const db::Rows rows = transaction.query(
        "SELECT coalesce(string_agg(line, ', ' ORDER BY line), '') FROM (SELECT right(company_id::text, 1) ||"
        " ' ' || name || ' ' || count(*) AS line FROM svc.job WHERE plugin = $1 GROUP BY company_id, name) l",
        {plugin});
    return std::string(rows.text(0, 0));
}

TEST(Schedules, AreDueAtOnceAndThenWhenTheirTimeHasPassed) {
    LookingHost host("hourly");
    EXPECT_TRUE(host.schedules.fileDue());
    EXPECT_EQ(filed("hourly"), "1 tidy 1, 2 tidy 1") << "a job without `every` is no schedule";
    EXPECT_FALSE(host.lookAgain());
    host.move(30);
    EXPECT_FALSE(host.schedules.fileDue());
    host.move(31);
    EXPECT_TRUE(host.schedules.fileDue());
    EXPECT_EQ(filed("hourly"), "1 tidy 2, 2 tidy 2");
}

TEST(Schedules, RunOnceForAllHoursThatAMovedClockLeapsOver) {
    LookingHost host("leaping");
    EXPECT_TRUE(host.schedules.fileDue());
    host.move(365 * 24 * 60);
    EXPECT_TRUE(host.schedules.fileDue());
    EXPECT_FALSE(host.lookAgain());
    EXPECT_EQ(filed("leaping"), "1 tidy 2, 2 tidy 2");
    host.move(-365 * 24 * 60);
    EXPECT_FALSE(host.schedules.fileDue()) << "moved back: what was put off stays so";
}

TEST(Schedules, AreFiledByOneOfTheHostsThatLook) {
    LookingHost one("shared");
    LookingHost other("shared");
    for (int round = 1; round <= 20; ++round) {
        std::thread both([&] { other.lookAgain(); });
        one.lookAgain();
        both.join();
        const std::string count = std::to_string(round);
        EXPECT_EQ(filed("shared"), "1 tidy " + count + ", 2 tidy " + count);
        one.move(61);
        other.move(61);
    }
}

TEST(Schedules, OfACompanyThatIsMadeLaterBeginWithIt) {
    LookingHost host("later");
    EXPECT_TRUE(host.schedules.fileDue());
    const std::string third = "01935000-0000-7000-8000-000000000003";
    shared().createCompany(third, "third");
    EXPECT_TRUE(host.lookAgain());
    EXPECT_EQ(filed("later"), "1 tidy 1, 2 tidy 1, 3 tidy 1");
    db::Connection(db::testing::ScratchCluster::optionsFor(shared().access().owner))
        .script("BEGIN; SET LOCAL svc.company = '" + third +
                "'; DELETE FROM svc.company_clock; DELETE FROM svc.company WHERE slug = 'third'; COMMIT");
}

TEST(Schedules, FileJobsThatRunOutsideAsSuch) {
    LookingHost inside("inside");
    LookingHost outside("outside", true);
    EXPECT_TRUE(inside.schedules.fileDue());
    EXPECT_TRUE(outside.schedules.fileDue());
    db::Transaction transaction(shared().pool());
    const db::Rows rows = transaction.query(
        "SELECT string_agg(DISTINCT plugin || ' ' || outside, ', ' ORDER BY plugin || ' ' || outside)"
        " FROM svc.job WHERE plugin IN ('inside', 'outside')");
    EXPECT_EQ(rows.text(0, 0), "inside false, outside true");
}

TEST(Schedules, ThatNobodyDeclaresAnyMoreRest) {
    EXPECT_TRUE(LookingHost("gone").schedules.fileDue());
    LookingHost without("present");
    EXPECT_TRUE(without.schedules.fileDue());
    without.move(61);
    EXPECT_TRUE(without.schedules.fileDue());
    EXPECT_EQ(filed("gone"), "1 tidy 1, 2 tidy 1");
}

} // namespace
} // namespace svc::host::testing

#include "host/log/journal.hpp"

#include <array>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace svc::host::log {
namespace {

/// The stream that systemd names in JOURNAL_STREAM.
std::string streamOf(int descriptor) {
    struct stat facts {};
    EXPECT_EQ(::fstat(descriptor, &facts), 0);
    return std::to_string(facts.st_dev) + ':' + std::to_string(facts.st_ino);
}

TEST(Journal, IsKnownByItsStream) {
    std::array<int, 2> ends{};
    ASSERT_EQ(::pipe(ends.data()), 0);
    const std::string stream = streamOf(ends[1]);
    EXPECT_TRUE(isJournal(stream.c_str(), ends[1]));
    EXPECT_FALSE(isJournal(stream.c_str(), STDIN_FILENO)) << "standard output was led elsewhere";
    EXPECT_FALSE(isJournal("", ends[1]));
    EXPECT_FALSE(isJournal(nullptr, ends[1]));
    ::close(ends[0]);
    ::close(ends[1]);
    EXPECT_FALSE(isJournal(stream.c_str(), ends[1]));
}

// Standard output is looked at when the first line is written, so this needs a process of its own.
TEST(JournalDeathTest, LinesToItBeginWithTheirPriority) {
    ::testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(
        {
            ::dup2(STDERR_FILENO, STDOUT_FILENO);
            ::setenv("JOURNAL_STREAM", streamOf(STDOUT_FILENO).c_str(), 1);
            warning({}, "the disk is nearly full");
            RequestLine failed;
            failed.status = 500;
            request(failed);
            info({}, "done");
            ::_exit(0);
        },
        ::testing::ExitedWithCode(0),
        "^<4>\\{.*\"warning\".*\n<3>\\{.*\"error\".*\n<6>\\{.*\"info\".*\"done\"\\}\n");
}

} // namespace
} // namespace svc::host::log

// The host's clock is wrong, the database's clock is right.
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "faults/own_server.hpp"
#include "support/checks.hpp"

namespace svc::test {
namespace {

class HostClock : public ::testing::Test {
protected:
    HostClock() {
        moveTo(0);
        ::setenv("MOVED_TIME_FILE", file_.c_str(), 1);
        ::setenv("LD_PRELOAD", SVC_MOVED_TIME_LIBRARY, 1);
        const char* asan = std::getenv("ASAN_OPTIONS");
        asan_ = asan == nullptr ? "" : asan;
        ::setenv("ASAN_OPTIONS", (asan_ + ":verify_asan_link_order=0").c_str(), 1);
        ServiceOptions options = onServer(server_.url());
        options.extra = "operator: { email: ops@example.com }\n";
        service_ = std::make_unique<RunningService>(options);
        ::unsetenv("LD_PRELOAD");
        ::unsetenv("MOVED_TIME_FILE");
        ::setenv("ASAN_OPTIONS", asan_.c_str(), 1);
    }

    /// Sets the offset to the real clock in seconds. Written in place: the service has mapped the file.
    void moveTo(std::int64_t offset) const {
        std::fstream file(file_, std::ios::binary | std::ios::in | std::ios::out);
        if (!file) {
            file.open(file_, std::ios::binary | std::ios::out);
        }
        file.write(reinterpret_cast<const char*>(&offset), sizeof offset);
    }
    std::size_t lines(const std::string& text) const {
        const std::string log = service_->log();
        std::size_t count = 0;
        for (std::size_t at = log.find(text); at != std::string::npos; at = log.find(text, at + 1)) {
            ++count;
        }
        return count;
    }
    bool becomesTold(const std::string& text, std::size_t times) const {
        for (int i = 0; i < 400 && lines(text) < times; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
        }
        return lines(text) == times;
    }

    /// Number of messages to the operator with these words in the subject; without a mail server they are
    /// files.
    std::size_t mails(const std::string& subject) const {
        std::size_t count = 0;
        const std::filesystem::path folder = service_->dataFolder() / "mail";
        for (int i = 0; i < 100 && count == 0; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(100));
            if (!std::filesystem::exists(folder)) {
                continue;
            }
            for (const auto& entry : std::filesystem::directory_iterator(folder)) {
                std::ifstream file(entry.path());
                const std::string text((std::istreambuf_iterator<char>(file)), {});
                const bool toOperator = text.find("To: ops@example.com") != std::string::npos;
                count += toOperator && text.find("Subject: " + subject) != std::string::npos ? 1U : 0U;
            }
        }
        return count;
    }

    OwnServer server_;
    std::string file_ = (server_.folder() / "moved-time").string();
    std::string asan_;
    std::unique_ptr<RunningService> service_;
};

TEST_F(HostClock, ThatDiffersFromTheDatabaseByMoreThanHalfAMinuteIsToldOnceAndItsEndToo) {
    EXPECT_EQ(lines("the clock of this host"), 0U);
    moveTo(20);
    std::this_thread::sleep_for(std::chrono::seconds(12));
    EXPECT_EQ(lines("the clock of this host"), 0U) << "that is borne";
    moveTo(90);
    EXPECT_TRUE(becomesTold(" s ahead of that of the database", 1));
    EXPECT_NE(service_->anonymous().get("/metrics").body.find("svc_clock_difference_seconds 9"),
              std::string::npos);
    EXPECT_TRUE(hasStatus(service_->live().post(service_->company("/sales"), smallSale()), 201))
        << "it works on";
    std::this_thread::sleep_for(std::chrono::seconds(12));
    EXPECT_EQ(lines(" s ahead of that of the database"), 1U) << "once";
    EXPECT_EQ(mails("Wrong clock"), 1U);
    moveTo(0);
    EXPECT_TRUE(becomesTold("agrees with that of the database again", 1));
    EXPECT_EQ(mails("Clock right again"), 1U);
    moveTo(-90);
    EXPECT_TRUE(becomesTold(" s behind that of the database", 1));
    const std::string log = service_->log();
    const std::size_t at = log.find(" s behind that of the database");
    const std::size_t line = log.rfind('\n', at) + 1;
    EXPECT_NE(log.substr(line, log.find('\n', at) - line).find("\"error\""), std::string::npos);
}

} // namespace
} // namespace svc::test

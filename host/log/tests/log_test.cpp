#include "host/log/log.hpp"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace svc::host::log {
namespace {

class LogTest : public ::testing::Test {
protected:
    void SetUp() override {
        setSink([this](std::string_view line) { lines_.emplace_back(line); });
    }
    void TearDown() override {
        setSink({});
        setLevel(Level::Info);
    }
    std::vector<std::string> lines_;
};

TEST_F(LogTest, ALineIsJsonWithTimeLevelRequestMessageAndFields) {
    info("req-1", "Café \"open\"\n", {{"count", 3}, {"nothing", nullptr}});
    ASSERT_EQ(lines_.size(), 1U);
    const Json line = Json::parse(lines_[0]);
    EXPECT_EQ(line["level"].text(), "info");
    EXPECT_EQ(line["requestId"].text(), "req-1");
    EXPECT_EQ(line["message"].text(), "Café \"open\"\n");
    EXPECT_EQ(line["count"].integer(), 3);
    EXPECT_FALSE(line.contains("nothing"));
    EXPECT_TRUE(line.contains("time"));
    EXPECT_EQ(lines_[0].find('\n'), std::string::npos);
}

TEST_F(LogTest, BytesThatAreNoTextLeaveALineOfJson) {
    info("req-1", "Caf\xE9 \xC3\xA9\x80", {{"answer", "\xF0\x9F cut"}});
    RequestLine visit;
    visit.path = "/caf\xE9";
    request(visit);
    const Json line = Json::parse(lines_.at(0));
    EXPECT_EQ(line["message"].text(), "Caf\uFFFD é\uFFFD");
    EXPECT_EQ(line["answer"].text(), "\uFFFD\uFFFD cut");
    EXPECT_EQ(Json::parse(lines_.at(1))["path"].text(), "/caf\uFFFD");
}

TEST_F(LogTest, LinesBelowTheLevelAreNotWritten) {
    debug("r", "no");
    setLevel(Level::Error);
    warning("r", "no");
    error("r", "yes");
    EXPECT_EQ(lines_.size(), 1U);
}

TEST_F(LogTest, ARequestHasOneLineWithItsFigures) {
    RequestLine line;
    line.requestId = "abc";
    line.method = "POST";
    line.path = "/companies/x/sales";
    line.route = "createSale";
    line.status = 400;
    line.code = "field-required:lines";
    line.durationMicros = 1234;
    line.bytes = 77;
    request(line);
    const Json json = Json::parse(lines_.at(0));
    EXPECT_EQ(json["route"].text(), "createSale");
    EXPECT_EQ(json["durationMs"].numberText(), "1.234");
    EXPECT_EQ(json["code"].text(), "field-required:lines");
    EXPECT_EQ(json["bytes"].integer(), 77);
    EXPECT_FALSE(json.contains("company"));
}

TEST_F(LogTest, LinesOfSeveralThreadsDoNotMix) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i) {
        threads.emplace_back([] {
            for (int n = 0; n < 100; ++n) {
                info("r", std::string(200, 'x'), {{"n", n}});
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    ASSERT_EQ(lines_.size(), 400U);
    for (const std::string& line : lines_) {
        EXPECT_NO_THROW(Json::parse(line));
    }
}

} // namespace
} // namespace svc::host::log

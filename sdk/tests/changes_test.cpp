#include <svc/changes.hpp>

#include <gtest/gtest.h>

namespace svc {
namespace {

TEST(Changes, OfOneFieldAreAListOfOne) {
    EXPECT_EQ(changeOf("status", "open", "expired").dump(),
              R"([{"field":"status","from":"open","to":"expired"}])");
    EXPECT_EQ(changeOf("balance", 1250, 0).dump(), R"([{"field":"balance","from":1250,"to":0}])");
    EXPECT_EQ(changeOf("saleId", nullptr, std::string("s")).dump(),
              R"([{"field":"saleId","from":null,"to":"s"}])");
}

TEST(Changes, BetweenRecordsLeaveOutVersionAndInstant) {
    const Json before =
        Json::object({{"name", "Ink"}, {"price", 1}, {"note", "dry"}, {"version", 1}, {"updatedAt", "a"}});
    const Json after = Json::object({{"name", "Ink"}, {"price", 2}, {"version", 2}, {"updatedAt", "b"}});
    EXPECT_EQ(changesBetween(before, after).dump(),
              R"([{"field":"price","from":1,"to":2},{"field":"note","from":"dry","to":null}])");
    EXPECT_TRUE(changesBetween(after, after).empty());
}

} // namespace
} // namespace svc

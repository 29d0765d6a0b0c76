#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace {

using svc::Json;
using svc::testing::PluginTest;

Json saleCreated(const std::string& id) {
    return Json::object({{"type", "sale.created"},
                         {"object", "sale"},
                         {"objectId", id},
                         {"createdAt", "2026-11-20T09:00:00.000Z"},
                         {"data", Json::object({{"id", id}})}});
}

TEST(Digest, CountsEachSaleOnceHoweverOftenItIsTold) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    for (const char* sale : {"sal_1", "sal_2", "sal_1"}) {
        test.subscriber("collect", saleCreated(sale));
    }
    test.job("close");
    ASSERT_EQ(test.events().size(), 1U);
    EXPECT_EQ(test.events()[0].type, "digest.made");
    EXPECT_EQ(test.events()[0].data["sales"].integer(), 2);
    test.job("close");
    EXPECT_EQ(test.events().size(), 1U) << "nothing new, nothing to tell";
}

TEST(Digest, ForgetsWhatItHasToldAfterThirtyDays) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.subscriber("collect", saleCreated("sal_1"));
    test.job("close");
    ASSERT_EQ(test.jobs().size(), 1U);
    const auto filed = test.jobs()[0];
    EXPECT_EQ(filed.name, "forget");
    EXPECT_EQ(filed.due, test.situation().now + 30 * svc::Instant::Day);
    test.job("forget", filed.payload);
    test.subscriber("collect", saleCreated("sal_1"));
    test.job("close");
    EXPECT_EQ(test.events().size(), 2U) << "it is as if it had never been told";
}

} // namespace

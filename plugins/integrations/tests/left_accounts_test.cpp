#include <gtest/gtest.h>

#include "provider_test.hpp"

namespace svc::integrations::testing {
namespace {

using std::string;

/// A provider of shops with one address for all its calls. The shop connected next is `shop`; its order is
/// `order`.
class LeftAccounts : public ProviderTest {
protected:
    LeftAccounts()
        : ProviderTest(
              "shops",
              Json::object({{"kind", "ecommerce"},
                            {"auth", "none"},
                            {"feeds", Json::array({Json::object({{"name", "orders"}, {"minutes", 60}})})}})) {
        test.offer("host.account", [](const Json&) { return Json::object(); });
        test.offerOutside("connector.shops.connect", [this](const Json&) {
            return Json::object({{"account", Json::object({{"id", shop}, {"name", shop}})}});
        });
        test.offerOutside("connector.shops.disconnect", [](const Json&) { return Json::object(); });
        test.offerOutside("connector.shops.account", [](const Json&) { return Json::object(); });
        test.offerOutside("connector.shops.fetch", [this](const Json&) {
            return Json::object({{"records", Json::array({Json::object({{"externalId", order}})})},
                                 {"cursor", 1},
                                 {"more", false}});
        });
        test.offer("connector.shops.hook", [this](const Json& input) {
            given = input["account"];
            return Json::object({{"id", "call-" + std::to_string(++calls)}, {"about", "erasure"}});
        });
        test.offer("storefront.receive_order", [](const Json&) {
            return Json::object({{"id", "ord_1"}, {"change", "created"}});
        });
        test.offer("storefront.erase_orders", [this](const Json& input) {
            erased = input["externalIds"].dump();
            return Json::object({{"erased", 1}});
        });
    }

    void connectTo(const string& name, const string& theOrder) {
        shop = name;
        order = theOrder;
        const auto made = test.post("connectIntegration", Json::object(), {{"provider", "shops"}});
        ASSERT_EQ(made.status, 201) << made.code << made.fault;
        Json payload;
        for (const auto& job : test.jobs()) {
            payload = job.name == "sync" ? job.payload : payload;
        }
        test.job("sync", payload);
    }
    void leave() {
        const auto left = test.remove("disconnectIntegration", {{"provider", "shops"}});
        ASSERT_EQ(left.status, 204) << left.code << left.fault;
    }
    /// The orders that the shop of this name has erased: a list, null for all, or nothing.
    string erasedFor(const string& name) {
        erased = "nothing";
        test.command(
            "integrations.take_call",
            Json::object(
                {{"provider", "shops"}, {"account", name}, {"headers", Json::object()}, {"body", ""}}));
        EXPECT_EQ(given.text(), name);
        return erased;
    }

    string shop;
    string order;
    Json given;
    string erased;
    int calls = 0;
};

TEST_F(LeftAccounts, ConcernTheOrdersThatCameFromThem) {
    connectTo("a", "shops:1");
    leave();
    EXPECT_EQ(erasedFor("a"), "null") << "there is no other shop";
    connectTo("b", "shops:2");
    EXPECT_EQ(erasedFor("a"), R"(["shops:1"])");
    EXPECT_EQ(erasedFor("b"), "null");
    EXPECT_EQ(erasedFor("c"), "[]") << "no order came from there";
    leave();
    connectTo("a", "shops:3");
    EXPECT_EQ(erasedFor("b"), R"(["shops:2"])");
}

TEST_F(LeftAccounts, AreForgottenAfterNinetyDaysUnlessTheyAreConnectedAgain) {
    connectTo("a", "shops:1");
    leave();
    connectTo("b", "shops:2");
    const Instant left = test.situation().now;
    test.situation().now = left + 89 * Instant::Day;
    test.job("forget");
    EXPECT_EQ(erasedFor("a"), R"(["shops:1"])");
    test.situation().now = left + 91 * Instant::Day;
    test.job("forget");
    EXPECT_EQ(erasedFor("a"), "[]");
    leave();
    connectTo("a", "shops:3");
    leave();
    connectTo("b", "shops:2");
    EXPECT_EQ(erasedFor("a"), R"(["shops:3"])") << "b was connected all the time, and its orders are its own";
}

} // namespace
} // namespace svc::integrations::testing

#include <deque>

#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace svc::integrations::testing {
namespace {

using std::string;

/// One provider with a feed of rates; what it answers is queued in `pages`.
class Feeds : public ::testing::Test {
protected:
    using PluginTest = svc::testing::PluginTest;

    Feeds() : test(SVC_PLUGIN_FOLDER) {
        test.host().eventTypes({"integration.connected", "integration.disconnected", "integration.failed"});
        test.offer("host.commands", [this](const Json&) {
            return Json::object({{"commands", Json::array({verb("describe")})}});
        });
        test.offer(verb("describe"), [this](const Json&) {
            return Json::object({{"kind", "rates"},
                                 {"auth", "none"},
                                 {"feeds", Json::array({Json::object({{"name", feed}, {"minutes", 60}})})}});
        });
        test.offerOutside(verb("fetch"), [this](const Json& input) {
            asked.push_back(input);
            Json page = pages.at(0);
            pages.pop_front();
            if (const auto code = page.optionalText("refused")) {
                throw ApiError(400, *code);
            }
            return page;
        });
        test.offer("treasury.set_rate", [this](const Json& input) {
            if (input["rate"].isNull()) {
                throw ApiError(400, "field-invalid:rate");
            }
            landed.push_back(input.textOr("currency") + '=' + input["rate"].dump() + ' ' +
                             input.textOr("source"));
            return Json::object();
        });
    }

    string verb(const string& name) const { return "connector." + provider + '.' + name; }
    PluginTest::Values path() const { return {{"provider", provider}}; }
    void connect() {
        const auto answer = test.post("connectIntegration", Json::object(), path());
        ASSERT_EQ(answer.status, 201) << answer.code << answer.fault;
    }
    static Json page(const string& currency, const Json& cursor, bool more) {
        return Json::object(
            {{"records",
              Json::array({Json::object({{"currency", currency}, {"rate", 2}, {"date", "2026-11-19"}})})},
             {"cursor", cursor},
             {"more", more}});
    }
    static Json refused(const string& code) { return Json::object({{"refused", code}}); }
    /// Runs the last job of this name that was filed.
    void runLast(const string& name) {
        Json payload;
        for (const auto& job : test.jobs()) {
            payload = job.name == name ? job.payload : payload;
        }
        test.job(name, payload);
    }
    svc::testing::FiledJob lastWake() {
        svc::testing::FiledJob last;
        for (const auto& job : test.jobs()) {
            if (job.name == "wake") {
                last = job;
            }
        }
        return last;
    }
    /// Moves the clock to the next run, and runs it.
    void runNext() {
        test.situation().now = lastWake().due;
        const std::size_t before = test.jobs().size();
        runLast("wake");
        ASSERT_EQ(test.jobs().size(), before + 1) << "the run is filed";
        runLast("sync");
    }
    Json shown() { return test.get("listIntegrations").json()[0]; }
    Json feedShown() { return shown()["feeds"][0]; }
    string ask(const Json& body = Json::object()) {
        const auto answer = test.post("syncIntegration", body, path());
        return answer.status == 202 ? "queued" : answer.code + answer.fault;
    }
    std::int64_t minutesToNext() { return (lastWake().due - test.situation().now) / Instant::Minute; }

    string provider = "bank";
    string feed = "rates";
    PluginTest test;
    std::deque<Json> pages;
    std::vector<Json> asked;
    std::vector<string> landed;
};

TEST_F(Feeds, BeginWithTheConnectionAndGoOnWhereTheyEnded) {
    connect();
    ASSERT_EQ(test.jobs().size(), 1U);
    EXPECT_EQ(test.jobs()[0].name, "sync");
    EXPECT_EQ(test.jobs()[0].lane, provider);
    pages = {page("USD", 1, true), page("CHF", 2, false), page("GBP", 3, false)};
    runLast("sync");
    EXPECT_EQ(landed, (std::vector<string>{"USD=2 " + provider, "CHF=2 " + provider}));
    EXPECT_EQ(asked.at(0).dump(), R"({"feed":"rates","cursor":null,"since":null,"before":null,)"
                                  R"("today":"2026-11-20","currency":"EUR","settings":{}})");
    EXPECT_EQ(asked.at(1)["cursor"].integer(), 1);
    EXPECT_EQ(test.jobEnd().done, 2);
    EXPECT_EQ(shown()["lastSyncAt"].text(), "2026-11-20T09:00:00.000Z");
    EXPECT_EQ(feedShown()["records"].integer(), 2);
    EXPECT_EQ(feedShown()["nextAt"].text(), lastWake().due.toString());
    EXPECT_GE(minutesToNext(), 60);
    EXPECT_LE(minutesToNext(), 66);
    runNext();
    EXPECT_EQ(asked.at(2)["cursor"].integer(), 2);
}

TEST_F(Feeds, APageThatFailsInTheMiddleLosesNothingAndLandsNothingTwice) {
    connect();
    Json broken = page("CHF", 2, false);
    broken.set("records", Json::array({broken["records"][0], Json::object({{"currency", "JPY"}})}));
    pages = {page("USD", 1, true), broken};
    runLast("sync");
    EXPECT_EQ(feedShown()["lastError"].text(), "field-invalid:rate");
    EXPECT_EQ(feedShown()["records"].integer(), 1) << "the page is kept whole or not at all";
    EXPECT_EQ(shown()["lastError"].text(), "field-invalid:rate");
    pages = {page("CHF", 2, false)};
    runNext();
    EXPECT_EQ(asked.back()["cursor"].integer(), 1);
    EXPECT_EQ(feedShown()["records"].integer(), 2);
    EXPECT_TRUE(feedShown()["lastError"].isNull());
    EXPECT_TRUE(shown()["lastError"].isNull());
}

TEST_F(Feeds, ARunThatEndsWithItsHostGoesOnBehindThePagesThatAreKept) {
    connect();
    pages = {page("USD", 1, true)};
    EXPECT_ANY_THROW(runLast("sync")) << "the stand-in has no second page";
    pages = {page("CHF", 2, false)};
    runLast("sync");
    EXPECT_EQ(asked.back()["cursor"].integer(), 1);
    EXPECT_EQ(landed.size(), 2U);
}

TEST_F(Feeds, APersonAsksForThemAlsoFromADayOn) {
    connect();
    EXPECT_EQ(ask(), "sync-in-progress");
    pages = {page("USD", 7, false), page("USD", 1, true), page("CHF", 8, false)};
    runLast("sync");
    EXPECT_EQ(ask(Json::object({{"since", "2026-01-01"}})), "queued");
    runLast("sync");
    EXPECT_TRUE(asked.at(1)["cursor"].isNull());
    EXPECT_EQ(asked.at(1)["since"].text(), "2026-01-01");
    EXPECT_EQ(asked.at(1)["before"].integer(), 7);
    EXPECT_TRUE(asked.at(2)["before"].isNull());
    EXPECT_TRUE(asked.at(2)["since"].isNull());
    EXPECT_EQ(asked.at(2)["cursor"].integer(), 1);
    EXPECT_EQ(test.remove("disconnectIntegration", path()).status, 204);
    EXPECT_EQ(ask(), "integration-not-connected");
    runLast("wake");
    EXPECT_EQ(shown()["feeds"].size(), 0U) << "nothing is left of it";
}

TEST_F(Feeds, ComeBackWhenTheProviderSaysSo) {
    connect();
    pages = {Json::object(
                 {{"error", "integration-unreachable:http-429"}, {"retryAt", "2026-11-20T12:00:00.000Z"}}),
             page("USD", 1, false)};
    runLast("sync");
    EXPECT_EQ(feedShown()["lastError"].text(), "integration-unreachable:http-429");
    EXPECT_GE(minutesToNext(), 180);
    EXPECT_LE(minutesToNext(), 181);
    runLast("sync");
    EXPECT_EQ(asked.size(), 1U) << "a second run asks nobody";
    EXPECT_EQ(feedShown()["failures"].integer(), 1);
    EXPECT_EQ(ask(), "queued");
    EXPECT_EQ(test.jobs().back().due.toString(), "2026-11-20T12:00:00.000Z") << "a person waits as well";
    EXPECT_EQ(ask(), "sync-in-progress");
}

TEST_F(Feeds, KeepWhatCameWithTheLastCallThatTheProviderAllows) {
    connect();
    Json last = page("USD", 1, true);
    last.set("retryAt", "2026-11-20T18:00:00.000Z");
    Json soon = page("GBP", 3, false);
    soon.set("retryAt", "2026-11-20T18:10:00.000Z");
    pages = {last, page("CHF", 2, false), soon};
    runLast("sync");
    EXPECT_EQ(landed.size(), 1U) << "the second page waits";
    EXPECT_TRUE(feedShown()["lastError"].isNull());
    EXPECT_EQ(feedShown()["failures"].integer(), 0);
    EXPECT_GE(minutesToNext(), 9 * 60);
    EXPECT_LE(minutesToNext(), 9 * 60 + 1);
    EXPECT_EQ(ask(), "queued");
    EXPECT_EQ(test.jobs().back().due.toString(), "2026-11-20T18:00:00.000Z") << "a person waits as well";
    test.situation().now = *Instant::parse("2026-11-20T18:00:00.000Z");
    runLast("sync");
    EXPECT_EQ(asked.back()["cursor"].integer(), 1);
    EXPECT_EQ(landed.size(), 2U);
    runNext();
    EXPECT_GE(minutesToNext(), 60) << "no sooner than the period of the feed";
}

TEST_F(Feeds, WaitLongerAfterEachFailure) {
    connect();
    pages = {refused("provider-refused:a"), refused("provider-refused:b"), refused("provider-refused:c")};
    runLast("sync");
    EXPECT_GE(minutesToNext(), 2);
    EXPECT_LE(minutesToNext(), 3);
    runNext();
    EXPECT_GE(minutesToNext(), 4);
    EXPECT_LE(minutesToNext(), 6);
    runNext();
    EXPECT_EQ(feedShown()["failures"].integer(), 3);
    EXPECT_EQ(shown()["lastError"].text(), "provider-refused:c");
}

TEST_F(Feeds, WithoutAccessTheConnectionExpires) {
    connect();
    pages = {refused("integration-credentials-invalid")};
    runLast("sync");
    EXPECT_EQ(shown()["state"].text(), "expired");
    const std::size_t before = test.jobs().size();
    test.situation().now = lastWake().due;
    runLast("wake");
    EXPECT_EQ(test.jobs().size(), before) << "nobody asks with it any more";
    EXPECT_EQ(ask(), "integration-not-connected");
    connect();
    EXPECT_EQ(test.jobs().back().name, "sync");
}

TEST_F(Feeds, GoOnAfterANewConnectionOnlyOfTheSameAccount) {
    string account = "one";
    test.offerOutside(verb("connect"), [&](const Json&) {
        return Json::object({{"account", Json::object({{"id", account}, {"name", nullptr}})}});
    });
    const auto connectAgain = [&](const string& to) {
        test.command("integrations.disconnected", {{"provider", provider}});
        account = to;
        connect();
        pages = {page("USD", 2, false)};
        runLast("sync");
    };
    connect();
    pages = {page("USD", 1, false)};
    runLast("sync");
    connectAgain("one");
    EXPECT_EQ(asked.back()["cursor"].integer(), 1);
    connectAgain("two");
    EXPECT_TRUE(asked.back()["cursor"].isNull());
    EXPECT_EQ(feedShown()["records"].integer(), 1);
}

TEST_F(Feeds, WhatNobodyUnderstandsIsNotKept) {
    connect();
    pages = {Json::array(), Json::object({{"records", 7}, {"cursor", 1}}), page("USD", nullptr, true)};
    runLast("sync");
    EXPECT_EQ(feedShown()["lastError"].text(), "integration-unreachable:answer-unreadable");
    runNext();
    EXPECT_EQ(feedShown()["lastError"].text(), "integration-unreachable:answer-unreadable");
    runNext();
    EXPECT_EQ(feedShown()["lastError"].text(), "integration-unreachable:cursor-stands-still");
    EXPECT_TRUE(landed.empty());
}

TEST_F(Feeds, OrdersOfShopsGoToTheStorefront) {
    feed = "orders";
    connect();
    Json orders = Json::object({{"records", Json::array({Json::object({{"externalId", "shop:1"}}),
                                                         Json::object({{"externalId", "shop:2"}})})},
                                {"removed", Json::array({"shop:3"})},
                                {"cursor", 1}});
    Json cancelled =
        Json::object({{"records", Json::array()}, {"removed", Json::array({"shop:1"})}, {"cursor", 2}});
    pages = {orders, orders, orders, cancelled};
    string refusedOrder = "shop:2";
    runLast("sync");
    EXPECT_EQ(feedShown()["lastError"].text(), "module-disabled:storefront");
    test.offer("storefront.receive_order", [&](const Json& input) -> Json {
        if (input["order"].textOr("externalId") == refusedOrder) {
            throw ApiError(400, "field-invalid", {"order.currency"});
        }
        landed.push_back('+' + input["order"].textOr("externalId") + ' ' + input.textOr("source"));
        return Json::object({{"id", "ord_1"}, {"change", "created"}});
    });
    test.offer("storefront.withdraw_order", [this](const Json& input) {
        landed.push_back('-' + input.textOr("externalId"));
        return Json::object({{"id", nullptr}, {"change", "none"}});
    });
    runNext();
    EXPECT_EQ(feedShown()["lastError"].text(), "order-refused:shop:2:field-invalid:order.currency");
    EXPECT_EQ(feedShown()["records"].integer(), 0);
    landed.clear();
    refusedOrder.clear();
    runNext();
    runNext();
    EXPECT_EQ(landed,
              (std::vector<string>{"+shop:1 " + provider, "+shop:2 " + provider, "-shop:3", "-shop:1"}));
    EXPECT_EQ(feedShown()["records"].integer(), 2);
}

TEST_F(Feeds, AnUnknownOneIsTold) {
    feed = "horoscopes";
    connect();
    pages = {page("USD", 1, false)};
    runLast("sync");
    EXPECT_EQ(feedShown()["lastError"].text(), "feed-unknown:horoscopes");
}

TEST_F(Feeds, ARunOfWhichNobodyWasToldIsFound) {
    connect();
    pages = {page("USD", 1, false), page("CHF", 2, false)};
    runLast("sync");
    test.situation().now = test.situation().now + Instant::Day;
    const std::size_t before = test.jobs().size();
    test.job("forget");
    ASSERT_EQ(test.jobs().size(), before + 1);
    runLast("wake");
    runLast("sync");
    EXPECT_EQ(landed.size(), 2U);
}

} // namespace
} // namespace svc::integrations::testing

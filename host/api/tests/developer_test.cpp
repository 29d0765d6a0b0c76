#include <map>

#include "host/api/tests/api_kit.hpp"

#include <gmock/gmock.h>

namespace svc::host::api {
namespace {

using testing::kit;
using Parameters = testing::ApiKit::Parameters;

class Developers : public ::testing::Test {
protected:
    void SetUp() override {
        static int number = 0;
        shop = kit().newShop("dev" + std::to_string(++number) + "@developer.example");
        path = {{"companyId", shop.company}};
    }
    std::string create(const Json& body) {
        return kit().refusal("createApiKey", shop.token, path, std::optional(body));
    }
    Json events(Parameters query) {
        return kit().call("listEvents", shop.token, path, std::nullopt, query).body;
    }

    testing::ApiKit::Shop shop;
    Parameters path;
};

Json keyBody(const char* scope) {
    return Json::object({{"name", "Shop"}, {"mode", "live"}, {"scopes", Json::array({scope})}});
}

TEST(Handlers, AreThereForEveryOperationOfTheContractAndNoOther) {
    std::size_t own = 0;
    for (const openapi::Operation& operation : testing::hostContract().operations()) {
        // The webhook operations have their handlers in host/webhooks.
        if (operation.id.find("ebhook") == std::string::npos) {
            EXPECT_EQ(kit().handlers.count(operation.id), 1U) << operation.id;
            ++own;
        }
    }
    EXPECT_EQ(kit().handlers.size(), own);
}

TEST_F(Developers, SeeKeysWithoutTheirTextAndTheScopesOfKeys) {
    const Json keys = kit().call("listApiKeys", shop.token, path).body;
    ASSERT_EQ(keys["data"].size(), 2U);
    EXPECT_FALSE(keys["data"][0].contains("key"));
    EXPECT_EQ(keys["scopes"].size(), keys["scopeDetails"].size());
}

TEST_F(Developers, AreToldWhichScopeAKeyCannotHave) {
    EXPECT_EQ(create(keyBody("nothing:view")), "400 scope-unknown:nothing:view");
    EXPECT_EQ(create(keyBody("settings:roles")), "400 scope-not-allowed:settings:roles");
    EXPECT_EQ(create(Json::object({{"name", "x"}, {"mode", "live"}})), "400 field-required:scopes");
    Json body = keyBody("sales:view");
    body.set("allowedIps", Json::array({"203.0.113.7", "10.0.0.0/33"}));
    EXPECT_EQ(create(body), "400 field-invalid:allowedIps[1]");
    body = keyBody("sales:view");
    body.set("expiresAt", Json("2020-01-01T00:00:00.000Z"));
    EXPECT_EQ(create(body), "400 field-invalid:expiresAt");
}

TEST_F(Developers, ReadTheRequestsOfAKeyNewestFirst) {
    auth::KeyRequestWriter writer(kit().cluster.pool(), {});
    const auto key =
        kit().gatekeeper->enter("Bearer " + shop.made["liveKey"].text(), shop.company, "203.0.113.7");
    for (int i = 0; i < 5; ++i) {
        auth::KeyRequest request;
        request.company = key.company->id;
        request.key = key.caller.id;
        request.requestId = "r" + std::to_string(i);
        request.at = kit().clock.now() + i * Instant::Second;
        request.method = "GET";
        request.path = "/companies/\"quoted\"";
        request.status = 400;
        request.message = "field-required:lines";
        request.address = "203.0.113.7";
        writer.record(request);
    }
    writer.flush();
    EXPECT_EQ(writer.written(), 5U);
    EXPECT_EQ(writer.dropped(), 0U);
    Parameters one = path;
    one["keyId"] = encodeId("key", key.caller.id);
    const Json first = kit().call("listApiKeyRequests", shop.token, one, std::nullopt, {{"limit", "3"}}).body;
    ASSERT_EQ(first["data"].size(), 3U);
    EXPECT_EQ(first["data"][0]["id"].text(), "r4");
    EXPECT_EQ(first["data"][0]["path"].text(), "/companies/\"quoted\"");
    EXPECT_TRUE(first["hasMore"].boolean());
    const Json second = kit()
                            .call("listApiKeyRequests", shop.token, one, std::nullopt,
                                  {{"cursor", first["nextCursor"].text()}})
                            .body;
    EXPECT_EQ(second["data"].size(), 2U);
    EXPECT_EQ(second["data"][1]["id"].text(), "r0");
}

TEST_F(Developers, LoseNoRequestToOneBesideItThatCannotBeWritten) {
    auth::KeyRequestWriter::Options options;
    options.interval = std::chrono::minutes(1); // one batch
    auth::KeyRequestWriter writer(kit().cluster.pool(), options);
    const auto key =
        kit().gatekeeper->enter("Bearer " + shop.made["liveKey"].text(), shop.company, "203.0.113.7");
    auth::KeyRequest request;
    request.company = key.company->id;
    request.key = key.caller.id;
    request.at = kit().clock.now();
    request.method = "POST";
    request.status = 400;
    const auto record = [&](const std::string& id) {
        request.requestId = id;
        request.at = request.at + Instant::Second;
        writer.record(request);
    };
    for (int i = 0; i < 4; ++i) {
        record("good" + std::to_string(i));
    }
    request.idempotencyKey = "M\xFCller-Auftrag-1";
    request.message = std::string("import-invalid:1:n\0\xFF", 20);
    request.path = std::string(499, 'x') + "\xC3\xA9\xC3\xA9";
    record("latin");
    record("\xFF"); // invalid UTF-8, which PostgreSQL refuses
    writer.flush();
    EXPECT_EQ(writer.written(), 5U);
    EXPECT_EQ(writer.dropped(), 1U);
    Parameters one = path;
    one["keyId"] = encodeId("key", key.caller.id);
    const Json lines = kit().call("listApiKeyRequests", shop.token, one).body["data"];
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0]["id"].text(), "latin");
    EXPECT_EQ(lines[0]["idempotencyKey"].text(), "M\uFFFDller-Auftrag-1");
    EXPECT_EQ(lines[0]["message"].text(), "import-invalid:1:n \uFFFD");
    EXPECT_EQ(lines[0]["path"].text(), std::string(499, 'x') + "\u00e9");
    EXPECT_EQ(lines[4]["id"].text(), "good0");
}

TEST_F(Developers, FollowTheJournalWithoutMissingAnEvent) {
    const Json empty = events({});
    EXPECT_EQ(empty["nextCursor"].text(), "");
    for (int i = 0; i < 5; ++i) {
        kit().emit(shop.company, "obj_" + std::to_string(i), i == 3 ? "till.closed" : "shop.opened");
    }
    const Json first = events({{"limit", "2"}});
    EXPECT_EQ(first["data"][0]["objectId"].text(), "obj_0");
    EXPECT_TRUE(first["hasMore"].boolean());
    const Json rest = events({{"cursor", first["nextCursor"].text()}});
    EXPECT_EQ(rest["data"].size(), 3U);
    EXPECT_FALSE(rest["hasMore"].boolean());
    const Json none = events({{"cursor", rest["nextCursor"].text()}});
    EXPECT_EQ(none["nextCursor"], rest["nextCursor"]);
    kit().emit(shop.company, "obj_5");
    EXPECT_EQ(events({{"cursor", none["nextCursor"].text()}})["data"][0]["objectId"].text(), "obj_5");
    const Json newest = events({{"order", "desc"}, {"limit", "1"}});
    EXPECT_EQ(newest["data"][0]["objectId"].text(), "obj_5");
    EXPECT_EQ(
        events({{"order", "desc"}, {"cursor", newest["nextCursor"].text()}})["data"][0]["objectId"].text(),
        "obj_4");
}

TEST_F(Developers, FilterTheJournal) {
    kit().emit(shop.company, "obj_1");
    kit().emit(shop.company, "obj_2", "till.closed");
    EXPECT_EQ(events({{"type", "till.*"}})["data"].size(), 1U);
    EXPECT_EQ(events({{"type", "till.closed"}})["data"][0]["objectId"].text(), "obj_2");
    EXPECT_EQ(events({{"type", "till.closed"}})["data"].size(), 1U);
    EXPECT_EQ(events({{"type", "till.closed,shop.opened"}})["data"].size(), 2U);
    EXPECT_EQ(events({{"type", "till.closed, shop.*"}})["data"].size(), 2U);
    EXPECT_EQ(events({{"type", "till.*,shop.*"}, {"order", "desc"}})["data"][0]["objectId"].text(), "obj_2");
    EXPECT_EQ(events({{"type", "till.closed"}, {"objectId", "obj_1"}})["data"].size(), 0U);
    EXPECT_EQ(events({{"objectId", "obj_1"}})["data"].size(), 1U);
    EXPECT_EQ(events({{"to", "2020-01-01"}})["data"].size(), 0U);
    EXPECT_NE(events({{"to", "2020-01-01"}})["nextCursor"].text(), "");
    EXPECT_EQ(events({{"from", "2020-01-01"}})["data"].size(), 2U);
    const auto refusal = [&](Parameters query) {
        return kit().refusal("listEvents", shop.token, path, std::optional<Json>(), query);
    };
    EXPECT_EQ(refusal({{"type", "nothing.*"}}), "400 event-unknown:nothing.*");
    EXPECT_EQ(refusal({{"cursor", "abc"}}), "400 cursor-invalid");
    EXPECT_EQ(refusal({{"limit", "0"}}), "400 field-invalid:limit");
    EXPECT_EQ(refusal({{"from", "yesterday"}}), "400 field-invalid:from");
}

TEST_F(Developers, ReadOneEventByItsNumber) {
    kit().emit(shop.company, "obj_1");
    const Json event = events({})["data"][0];
    Parameters one = path;
    one["eventId"] = event["id"].text();
    EXPECT_EQ(kit().call("readEvent", shop.token, one).body, event);
    for (const char* id : {"evt_0", "evt_", "1", "evt_01", "evt_999999999999999999999"}) {
        one["eventId"] = id;
        EXPECT_EQ(kit().refusal("readEvent", shop.token, one), "404 event-not-found") << id;
    }
    const auto other = kit().newShop("spy" + shop.company.substr(20) + "@developer.example");
    EXPECT_EQ(kit().refusal("readEvent", other.token,
                            Parameters{{"companyId", other.company}, {"eventId", event["id"].text()}}),
              "404 event-not-found");
}

TEST_F(Developers, ReadTheCatalogueInThreeLanguages) {
    const Json types = kit().call("listEventTypes", shop.made["testKey"].text(), path).body;
    std::map<std::string, Json> byName;
    for (const Json& type : types.items()) {
        byName.emplace(type["type"].text(), type);
    }
    ASSERT_EQ(byName.size(), types.size());
    // The host's own, two of them reserved, and those of the shop.
    ASSERT_EQ(byName.size(), 5U);
    EXPECT_FALSE(byName["integration.failed"]["reserved"].boolean());
    EXPECT_TRUE(byName["export.ready"]["reserved"].boolean());
    EXPECT_TRUE(byName["supplier_invoice.received"]["reserved"].boolean());
    EXPECT_EQ(byName["shop.opened"]["family"].text(), "shop");
    EXPECT_EQ(byName["shop.opened"]["descriptions"]["fr"].text(), "Ouvert.");
}

TEST_F(Developers, ReadAKeyInTheHistoryAsAnApiKey) {
    UnitOfWork::Options options;
    const auto key =
        kit().gatekeeper->enter("Bearer " + shop.made["liveKey"].text(), shop.company, "203.0.113.7");
    options.company = *key.company;
    options.actor = key.caller.actor();
    options.actorLabel = key.caller.label;
    UnitOfWork work(*kit().services, options);
    work.history("shop", "shp_1", "shop.opened", "[]");
    work.commit();
    Parameters one = path;
    one["kind"] = "shop";
    one["id"] = "shp_1";
    const Json page = kit().call("readHistory", shop.token, one).body;
    EXPECT_EQ(page["data"][0]["actor"]["label"].text(), "API key Demonstration, live");
    one["id"] = "shp_2";
    EXPECT_EQ(kit().refusal("readHistory", shop.token, one), "404 document-not-found");
    one["kind"] = "nonsense";
    EXPECT_EQ(kit().refusal("readHistory", shop.token, one), "400 document-kind-unknown:nonsense");
}

} // namespace
} // namespace svc::host::api

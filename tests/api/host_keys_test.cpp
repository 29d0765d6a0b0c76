// API keys: their permissions, how they are stored, when they expire.
#include <algorithm>
#include <chrono>
#include <thread>

#include <svc/date.hpp>

#include "support/checks.hpp"

namespace svc::test {
namespace {

class Keys : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    HttpClient owner = service.owner();
    std::string keys = service.company("/api-keys");

    static Json order(const std::vector<std::string>& scopes, const std::string& mode = "live") {
        return Json::object({{"name", unique("Key")}, {"mode", mode}, {"scopes", Json(scopes)}});
    }
    Answer create(const Json& body) { return owner.post(keys, body); }
};

TEST_F(Keys, AKeyIsShownOnceAndStoredAsItsDigest) {
    const Answer created = create(order({"sales:view", "events:read"}));
    ASSERT_TRUE(hasStatus(created, 201));
    const std::string key = created.json.textOr("key");
    EXPECT_EQ(key.rfind("svc_live_", 0), 0U);
    EXPECT_EQ(key.size(), 49U);
    EXPECT_EQ(created.json.textOr("prefix"), key.substr(0, 13));
    EXPECT_EQ(created.json["scopes"].dump(), R"(["sales:view","events:read"])");
    EXPECT_EQ(created.json.textOr("apiVersion"), "3.0");
    EXPECT_TRUE(created.json["revokedAt"].isNull());
    EXPECT_EQ(created.json["createdBy"]["kind"].text(), "user");
    const Answer list = owner.get(keys);
    EXPECT_EQ(list.body.find(key), std::string::npos);
    for (const Json& record : list.json["data"].items()) {
        EXPECT_FALSE(record.contains("key"));
    }
    EXPECT_TRUE(
        service.sql("SELECT 1 FROM svc.api_key k WHERE k::text LIKE '%" + key.substr(13) + "%'").empty());
    EXPECT_EQ(
        service.sql("SELECT 1 FROM svc.api_key_directory WHERE digest = sha256('" + key + "'::bytea)").size(),
        1U);
    const std::string test = create(order({"sales:view"}, "test")).json.textOr("key");
    EXPECT_EQ(test.rfind("svc_test_", 0), 0U);
}

TEST_F(Keys, NameAndScopesAreChangedButScopesOnlyTakenAway) {
    const Json key = create(order({"sales:view", "partners:view"})).json;
    const std::string path = keys + '/' + key.textOr("id");
    const Answer changed =
        owner.patch(path, Json::object({{"name", "Narrow"}, {"scopes", Json::array({"partners:view"})}}));
    ASSERT_TRUE(hasStatus(changed, 200));
    EXPECT_EQ(changed.json.textOr("name"), "Narrow");
    EXPECT_EQ(changed.json["scopes"].dump(), R"(["partners:view"])");
    EXPECT_TRUE(isRefusal(owner.patch(path, Json::object({{"scopes", Json::array({"sales:view"})}})), 400,
                          "field-invalid:scopes"));
    HttpClient narrow = service.client(key.textOr("key"));
    EXPECT_TRUE(hasStatus(narrow.get(service.company("/partners")), 200));
    const Answer refused = narrow.get(service.company("/sales"));
    EXPECT_TRUE(isRefusal(refused, 403, "forbidden"));
    EXPECT_EQ(refused.header("svc-missing-scope"), "sales:view");
    const Json changes = owner.get(service.company("/security-log")).json["data"];
    EXPECT_EQ(changes[0]["action"].text(), "api_key.updated");
    EXPECT_EQ(changes[0]["objectId"], key["id"]);
}

TEST_F(Keys, AKeyIsReplacedAtOnceOrWithAnOverlap) {
    const auto status = [&](const Json& key) {
        return service.client(key.textOr("key")).get(service.company("/partners")).status;
    };
    const Json first = create(order({"partners:view"})).json;
    const Answer second = owner.post(keys + '/' + first.textOr("id") + "/roll", Json::object());
    ASSERT_TRUE(hasStatus(second, 201));
    EXPECT_EQ(second.json["scopes"], first["scopes"]);
    EXPECT_EQ(second.json["name"], first["name"]);
    EXPECT_EQ(status(first), 401);
    EXPECT_EQ(status(second.json), 200);
    const Answer third =
        owner.post(keys + '/' + second.json.textOr("id") + "/roll", Json::object({{"overlapSeconds", 7200}}));
    ASSERT_TRUE(hasStatus(third, 201));
    EXPECT_EQ(status(second.json), 200);
    EXPECT_EQ(status(third.json), 200);
    EXPECT_TRUE(
        hasStatus(service.anonymous().post("/testing/clock", Json::object({{"advance", "PT2H1M"}})), 200));
    EXPECT_EQ(status(second.json), 401);
    EXPECT_EQ(status(third.json), 200);
}

TEST_F(Keys, TheListTellsWhichScopesAKeyMayHave) {
    const Answer list = owner.get(keys);
    std::vector<std::string> scopes;
    for (const Json& scope : list.json["scopes"].items()) {
        scopes.push_back(scope.text());
    }
    const auto has = [&](const char* scope) { return std::count(scopes.begin(), scopes.end(), scope) == 1; };
    for (const char* scope : {"sales:create", "sales:refund", "partners:view", "items:create",
                              "wallets:manage", "events:read", "webhooks:manage", "settings:company"}) {
        EXPECT_TRUE(has(scope)) << scope;
    }
    for (const char* scope :
         {"settings:members", "settings:roles", "developers:manage", "billing:view", "billing:manage"}) {
        EXPECT_FALSE(has(scope)) << scope;
        EXPECT_TRUE(isRefusal(create(order({scope})), 400, std::string("scope-not-allowed:") + scope));
    }
    EXPECT_TRUE(isRefusal(create(order({"billing:*"})), 400, "scope-not-allowed:billing:*"));
    EXPECT_TRUE(isRefusal(create(order({"sales:*"})), 400, "scope-unknown:sales:*"));
    ASSERT_EQ(list.json["scopeDetails"].size(), scopes.size());
    for (const Json& detail : list.json["scopeDetails"].items()) {
        EXPECT_FALSE(detail["description"].text().empty()) << detail.dump();
        EXPECT_FALSE(detail["module"].text().empty());
    }
    EXPECT_TRUE(isRefusal(create(order({"sales:fly"})), 400, "scope-unknown:sales:fly"));
    EXPECT_TRUE(isRefusal(create(Json::object({{"mode", "live"}})), 400, "field-required:name"));
    EXPECT_TRUE(isRefusal(create(order({"sales:view"}, "demo")), 400, "field-invalid:mode"));
}

TEST_F(Keys, RevocationIsImmediate) {
    const Answer created = create(order({"sales:view"}));
    HttpClient client = service.client(created.json.textOr("key"));
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(client.get(service.company("/sales")).status, 200);
    }
    const std::string path = keys + '/' + created.json.textOr("id");
    EXPECT_TRUE(hasStatus(owner.remove(path), 204));
    EXPECT_TRUE(isRefusal(client.get(service.company("/sales")), 401, "api-key-invalid"));
    EXPECT_TRUE(isRefusal(owner.remove(path), 404, "api-key-not-found"));
    bool listed = false;
    for (const Json& record : rowsOf(owner.get(keys).json["data"])) {
        listed = listed || (record["id"] == created.json["id"] && record["revokedAt"].isString());
    }
    EXPECT_TRUE(listed);
}

TEST_F(Keys, AKeySeesTheCompanyAsItIsNow) {
    HttpClient client = service.client(create(order({"sales:view"})).json.textOr("key"));
    for (const char* name : {"Before", "After", "Once more"}) {
        ASSERT_TRUE(hasStatus(owner.patch(service.company(), Json::object({{"contactName", name}})), 200));
        for (int i = 0; i < 2; ++i) {
            EXPECT_EQ(client.get(service.company()).json.textOr("contactName"), name);
        }
    }
}

TEST_F(Keys, AKeyEndsAtItsDate) {
    const Answer clock = owner.post("/testing/clock", Json::object({{"advance", "PT0S"}}));
    const Instant now = Instant::parse(clock.json.textOr("now")).value();
    Json body = order({"sales:view"});
    body.set("expiresAt", Json((now + Instant::Hour).toString()));
    const Answer created = create(body);
    ASSERT_TRUE(hasStatus(created, 201));
    HttpClient client = service.client(created.json.textOr("key"));
    EXPECT_EQ(client.get(service.company()).status, 200);
    owner.post("/testing/clock", Json::object({{"advance", "PT1H1M"}}));
    EXPECT_TRUE(isRefusal(client.get(service.company()), 401, "api-key-invalid"));
    EXPECT_TRUE(isRefusal(create(body), 400, "field-invalid:expiresAt")) << "in the past now";
}

TEST_F(Keys, AKeyIsTiedToItsAddresses) {
    Json body = order({"sales:view"});
    body.set("allowedIps", Json::array({"203.0.113.7", "198.51.100.0/24"}));
    HttpClient elsewhere = service.client(create(body).json.textOr("key"));
    EXPECT_TRUE(isRefusal(elsewhere.get(service.company()), 401, "api-key-invalid"));
    body.set("allowedIps", Json::array({"127.0.0.0/8"}));
    HttpClient here = service.client(create(body).json.textOr("key"));
    EXPECT_EQ(here.get(service.company()).status, 200);
    body.set("allowedIps", Json::array({"127.0.0.1", "nowhere"}));
    EXPECT_TRUE(isRefusal(create(body), 400, "field-invalid:allowedIps[1]"));
}

TEST_F(Keys, ATestKeyReadsRealDataAndWritesNothing) {
    HttpClient tester = service.client(makeFullKey(service, "test"));
    EXPECT_EQ(tester.get(service.company("/sales")).status, 200);
    EXPECT_TRUE(isRefusal(tester.post(service.company("/sales"), smallSale()), 403, "forbidden"));
    EXPECT_TRUE(isRefusal(tester.patch(service.company(), Json::object({{"phone", "1"}})), 403, "forbidden"));
}

TEST_F(Keys, ForbiddenAndMissingPermissionAreToldApart) {
    struct Row {
        std::vector<std::string> held;
        std::string method;
        std::string path;
        std::string code;
    };
    const std::vector<Row> rows = {
        {{"partners:view"}, "GET", "/sales", "forbidden"},
        {{"sales:create"}, "GET", "/sales", "missing-permission"},
        {{"sales:view"}, "POST", "/sales", "missing-permission"},
        {{"sales:view"}, "GET", "/partners", "forbidden"},
        {{"partners:create"}, "GET", "/partners", "missing-permission"},
        {{"inventory:view"}, "POST", "/items", "missing-permission"},
        {{"wallets:view"}, "POST", "/wallets", "missing-permission"},
        {{"wallets:view"}, "POST", "/items", "forbidden"},
        {{"webhooks:manage"}, "GET", "/events", "missing-permission"},
        {{"sales:view"}, "GET", "/events", "forbidden"},
        {{"sales:view"}, "PATCH", "", "forbidden"},
        {{"sales:view"}, "GET", "/numbering", "forbidden"},
    };
    for (const Row& row : rows) {
        HttpClient client = service.client(makeKey(service, row.held));
        const bool reads = row.method == "GET";
        const Answer answer = client.send(row.method, service.company(row.path),
                                          reads ? std::nullopt : std::optional<std::string>("{}"));
        EXPECT_TRUE(isRefusal(answer, 403, row.code))
            << row.held.front() << ' ' << row.method << ' ' << row.path;
    }
    HttpClient any = service.client(makeKey(service, {"sales:view"}));
    for (const char* path : {"", "/business-units", "/events/catalogue"}) {
        EXPECT_EQ(any.get(service.company(path)).status, 200) << "any caller of the company: " << path;
    }
    EXPECT_EQ(any.get(service.company("/history/sale/sal_01jd9p4be1mfmxgscfzmzebnt7")).status, 404)
        << "one of several scopes is enough";
}

TEST_F(Keys, TheirRequestsAreRecorded) {
    const Answer created = create(order({"sales:view", "sales:create"}));
    HttpClient client = service.client(created.json.textOr("key"));
    client.post(service.company("/sales"), Json::object(),
                {{"X-Request-Id", "recorded-1"}, {"Idempotency-Key", "recorded-key"}});
    client.get(service.company("/sales"), {{"X-Request-Id", "recorded-2"}});
    const std::string path = keys + '/' + created.json.textOr("id") + "/requests";
    Answer list;
    for (int attempt = 0; attempt < 100 && list.json["data"].size() < 2; ++attempt) {
        list = owner.get(path);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ASSERT_EQ(list.json["data"].size(), 2U);
    const Json& newest = list.json["data"][0];
    const Json& first = list.json["data"][1];
    EXPECT_EQ(newest["id"].text(), "recorded-2");
    EXPECT_EQ(newest["status"].integer(), 200);
    EXPECT_TRUE(newest["message"].isNull());
    EXPECT_EQ(first["message"].text(), "field-required:lines");
    EXPECT_EQ(first["idempotencyKey"].text(), "recorded-key");
    EXPECT_EQ(first["address"].text(), "127.0.0.1");
    EXPECT_EQ(first["path"].text(), service.company("/sales"));
    EXPECT_TRUE(
        isRefusal(owner.get(keys + "/key_01jd91m9p7261m2dqc3ktevzs2/requests"), 404, "api-key-not-found"));
    const Answer half = owner.get(path + "?limit=1");
    EXPECT_TRUE(half.json["hasMore"].boolean());
    const Answer rest = owner.get(path + "?limit=1&cursor=" + half.json.textOr("nextCursor"));
    EXPECT_EQ(rest.json["data"][0]["id"].text(), "recorded-1");
    const std::string other = keys + '/' + create(order({"sales:view"})).json.textOr("id") + "/requests";
    EXPECT_TRUE(
        isRefusal(owner.get(other + "?cursor=" + half.json.textOr("nextCursor")), 400, "cursor-invalid"));
}

} // namespace
} // namespace svc::test

// Idempotency-Key: one effect and one answer for 24 hours, independent of the API key.
#include <atomic>
#include <thread>

#include "support/checks.hpp"

namespace svc::test {
namespace {

class Idempotency : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    HttpClient live = service.live();
    std::string sales = service.company("/sales");
    std::string key = unique("idempotency-key");

    Answer post(HttpClient& client, const std::string& path, const Json& body) const {
        return client.post(path, body, {{"Idempotency-Key", key}});
    }
    Answer post(const Json& body) { return post(live, sales, body); }
    std::size_t salesLabelled(const std::string& label) const {
        return service.sql("SELECT 1 FROM sales.line WHERE label = '" + label + "'").size();
    }
    void advance(const std::string& duration) {
        ASSERT_TRUE(hasStatus(live.post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
};

TEST_F(Idempotency, ARepetitionGetsTheStoredAnswerAndDoesNothing) {
    const std::string label = unique("once");
    const Answer first = post(smallSale(label));
    ASSERT_TRUE(hasStatus(first, 201));
    EXPECT_EQ(first.header("idempotent-replay"), "");
    const Answer second = post(smallSale(label));
    EXPECT_EQ(second.status, 201);
    EXPECT_EQ(second.body, first.body);
    EXPECT_EQ(second.header("idempotent-replay"), "true");
    EXPECT_EQ(second.header("idempotent-body-mismatch"), "");
    EXPECT_EQ(second.header("content-type"), first.header("content-type"));
    EXPECT_EQ(second.header("etag"), first.header("etag"));
    EXPECT_NE(second.header("x-request-id"), first.header("x-request-id"));
    EXPECT_EQ(salesLabelled(label), 1U);
}

TEST_F(Idempotency, AnotherBodyGetsTheStoredAnswerWithAWarning) {
    const Answer first = post(smallSale());
    const Answer other = post(smallSale("Something else"));
    EXPECT_EQ(other.body, first.body);
    EXPECT_EQ(other.header("idempotent-replay"), "true");
    EXPECT_EQ(other.header("idempotent-body-mismatch"), "true");
    const Answer malformed = live.send("POST", sales, "{", {{"Idempotency-Key", key}});
    EXPECT_EQ(malformed.status, 201);
    EXPECT_EQ(malformed.header("idempotent-body-mismatch"), "true");
}

TEST_F(Idempotency, AnotherQueryIsAnotherBody) {
    const auto hook = [&] { return "https://hooks.example.com/" + unique("hook"); };
    const auto remove = [&](const std::string& query) {
        return live.send("DELETE", service.company("/webhooks?") + query, "", {{"Idempotency-Key", key}});
    };
    const std::vector<std::string> urls{hook(), hook()};
    for (const std::string& url : urls) {
        const Json body = Json::object({{"url", url}, {"events", Json::array({"sale.cancelled"})}});
        ASSERT_TRUE(hasStatus(live.post(service.company("/webhooks"), body), 201));
    }
    EXPECT_EQ(remove("a=1&url=" + urls[0]).status, 204);
    const Answer repeated = remove("url=" + urls[0] + "&a=1");
    EXPECT_EQ(repeated.header("idempotent-replay"), "true");
    EXPECT_EQ(repeated.header("idempotent-body-mismatch"), "");
    const Answer other = remove("a=1&url=" + urls[1]);
    EXPECT_EQ(other.header("idempotent-replay"), "true");
    EXPECT_EQ(other.header("idempotent-body-mismatch"), "true");
    EXPECT_EQ(live.remove(service.company("/webhooks?url=") + urls[1]).status, 204) << "it is still there";
}

TEST_F(Idempotency, WhatOnlyTellsLeavesTheKeyFree) {
    const auto import = [&](const char* query) {
        return live.send("POST", service.company("/imports/partners") + query, "name\n" + unique("Anna"),
                         {{"Content-Type", "text/csv"}, {"Idempotency-Key", key}});
    };
    ASSERT_TRUE(hasStatus(import("?dryRun=true"), 200));
    const Answer done = import("?dryRun=false");
    ASSERT_TRUE(hasStatus(done, 200));
    EXPECT_EQ(done.header("idempotent-replay"), "");
    EXPECT_EQ(done.json["created"].integer(), 1);
    EXPECT_EQ(import("?dryRun=false").header("idempotent-replay"), "true");
}

TEST_F(Idempotency, AnotherPathOrMethodIsRefused) {
    const Answer first = post(smallSale());
    const std::string sale = sales + '/' + first.json.textOr("id");
    EXPECT_TRUE(isRefusal(post(live, sale + "/payments", Json::object({{"amount", 1}})), 400,
                          "idempotency-key-reused"));
    EXPECT_TRUE(isRefusal(live.patch(sale, Json::object({{"note", "x"}}), {{"Idempotency-Key", key}}), 400,
                          "idempotency-key-reused"));
}

TEST_F(Idempotency, TheKeyHasEightToTwoHundredCharacters) {
    for (const std::string& wrong : {std::string("1234567"), std::string(201, 'k')}) {
        EXPECT_TRUE(isRefusal(live.post(sales, smallSale(), {{"Idempotency-Key", wrong}}), 400,
                              "idempotency-key-invalid"));
    }
    EXPECT_EQ(live.post(sales, smallSale(), {{"Idempotency-Key", unique(std::string(150, 'k'))}}).status,
              201);
    EXPECT_EQ(live.get(sales, {{"Idempotency-Key", "short"}}).status, 200) << "on GET the header is ignored";
}

TEST_F(Idempotency, RefusalsOfExecutedRequestsAreStored) {
    const Answer sale = live.post(sales, smallSale());
    const std::string payments = sales + '/' + sale.json.textOr("id") + "/payments";
    const Json tooMuch = Json::object({{"amount", 1000}});
    ASSERT_TRUE(isRefusal(post(live, payments, tooMuch), 400, "amount-above-outstanding"));
    const Answer again = post(live, payments, Json::object({{"amount", 1}}));
    EXPECT_TRUE(isRefusal(again, 400, "amount-above-outstanding"));
    EXPECT_EQ(again.header("idempotent-replay"), "true");
    EXPECT_EQ(again.header("idempotent-body-mismatch"), "true");

    key = unique("unknown-record");
    const std::string unknown = sales + "/sal_01jd9p4be1mfmxgscfzmzebnt7/payments";
    ASSERT_TRUE(isRefusal(post(live, unknown, tooMuch), 404, "sale-not-found"));
    EXPECT_EQ(post(live, unknown, tooMuch).header("idempotent-replay"), "true");
}

TEST_F(Idempotency, RefusalsBeforeExecutionLeaveTheKeyFree) {
    HttpClient nobody = service.anonymous();
    HttpClient reader = service.client(makeKey(service, {"partners:view"}));
    HttpClient tester = service.readOnly();
    EXPECT_EQ(post(nobody, sales, smallSale()).status, 401);
    EXPECT_EQ(post(reader, sales, smallSale()).status, 403);
    EXPECT_EQ(post(tester, sales, smallSale()).status, 403);
    EXPECT_EQ(
        live.send("POST", sales, "{}", {{"Idempotency-Key", key}, {"Content-Type", "text/plain"}}).status,
        415);
    EXPECT_TRUE(isRefusal(live.send("POST", sales, "{", {{"Idempotency-Key", key}}), 400, "body-invalid"));
    EXPECT_TRUE(isRefusal(post(Json::object()), 400, "field-required:lines"));
    Json invalid = smallSale();
    invalid.set("channel", Json("pigeon"));
    EXPECT_TRUE(isRefusal(post(invalid), 400, "field-invalid:channel"));
    const Answer sale = post(smallSale());
    EXPECT_EQ(sale.status, 201);
    EXPECT_EQ(sale.header("idempotent-replay"), "");
}

TEST_F(Idempotency, AnOldVersionLeavesTheKeyFree) {
    const Answer partner =
        live.post(service.company("/partners"), Json::object({{"name", unique("Partner")}}));
    const std::string path = service.company("/partners/" + partner.json.textOr("id"));
    EXPECT_TRUE(isRefusal(
        live.patch(path, Json::object({{"note", "x"}}), {{"Idempotency-Key", key}, {"If-Match", "\"9\""}}),
        412, "version-mismatch"));
    const Answer second =
        live.patch(path, Json::object({{"note", "x"}}), {{"Idempotency-Key", key}, {"If-Match", "\"1\""}});
    EXPECT_EQ(second.status, 200);
    EXPECT_EQ(second.header("idempotent-replay"), "");
}

TEST_F(Idempotency, TheKeyBelongsToTheCompanyAndNotToTheCaller) {
    const Answer first = post(smallSale());
    HttpClient rotated = service.client(makeFullKey(service));
    EXPECT_EQ(post(rotated, sales, smallSale()).body, first.body);
    HttpClient owner = service.owner();
    EXPECT_EQ(post(owner, sales, smallSale()).header("idempotent-replay"), "true");

    HttpClient stranger = service.client(otherCompany(service).textOr("liveKey"));
    const Answer theirs =
        post(stranger, "/companies/" + otherCompany(service).textOr("companyId") + "/sales", smallSale());
    EXPECT_EQ(theirs.status, 201);
    EXPECT_EQ(theirs.header("idempotent-replay"), "");
    EXPECT_NE(theirs.json.textOr("id"), first.json.textOr("id"));
}

TEST_F(Idempotency, OfThirtyTwoEqualRequestsOneRuns) {
    constexpr int Clients = 32;
    const std::string label = unique("race");
    const std::string credential = makeKey(service, {"sales:create"});
    std::atomic<int> ran{0};
    std::atomic<int> waited{0};
    std::atomic<int> replayed{0};
    std::vector<std::string> bodies(Clients);
    std::vector<std::thread> threads;
    std::atomic<int> ready{0};
    for (int i = 0; i < Clients; ++i) {
        threads.emplace_back([&, i] {
            HttpClient client = service.client(credential);
            ++ready;
            while (ready < Clients) {
                std::this_thread::yield();
            }
            const Answer answer = post(client, sales, smallSale(label));
            if (answer.status == 409) {
                EXPECT_TRUE(isRefusal(answer, 409, "in-flight"));
                EXPECT_EQ(answer.header("retry-after"), "1");
                ++waited;
                return;
            }
            EXPECT_TRUE(hasStatus(answer, 201));
            ++(answer.header("idempotent-replay") == "true" ? replayed : ran);
            bodies[static_cast<std::size_t>(i)] = answer.body;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(ran, 1);
    EXPECT_EQ(ran + waited + replayed, Clients);
    EXPECT_EQ(salesLabelled(label), 1U);
    const std::string stored = post(smallSale(label)).body;
    for (const std::string& body : bodies) {
        EXPECT_TRUE(body.empty() || body == stored);
    }
}

/// A person without company.
class PersonsIdempotency : public Idempotency {
protected:
    const std::string email = unique("person") + "@example.test";
    const std::string token =
        service.anonymous()
            .post("/auth/signup",
                  Json::object({{"name", "Tom"}, {"email", email}, {"password", "correct horse battery"}}))
            .json.textOr("token");
    HttpClient person = service.client(token);
    const Json order = Json::object({{"name", unique("Once")}, {"country", "FR"}});
};

TEST_F(PersonsIdempotency, ACompanyIsMadeOnce) {
    const Answer first = post(person, "/companies", order);
    ASSERT_TRUE(hasStatus(first, 201));
    const Answer second = post(person, "/companies", order);
    EXPECT_EQ(second.status, 201);
    EXPECT_EQ(second.body, first.body);
    EXPECT_EQ(second.header("idempotent-replay"), "true");
    EXPECT_EQ(second.header("idempotent-body-mismatch"), "");
    EXPECT_EQ(second.header("etag"), first.header("etag"));
    const Answer other = post(person, "/companies", Json::object({{"name", "Other"}, {"country", "FR"}}));
    EXPECT_EQ(other.body, first.body);
    EXPECT_EQ(other.header("idempotent-body-mismatch"), "true");
    EXPECT_TRUE(isRefusal(person.patch("/auth/me", Json::object({{"name", "X"}}), {{"Idempotency-Key", key}}),
                          400, "idempotency-key-reused"));
    EXPECT_EQ(person.get("/companies").json.size(), 1U);
    HttpClient owner = service.owner();
    EXPECT_EQ(post(owner, "/companies", order).header("idempotent-replay"), "") << "a key of another person";
}

TEST_F(PersonsIdempotency, ACompanyIsMadeOnceAlsoAtTheSameTime) {
    std::atomic<int> ran{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 12; ++i) {
        threads.emplace_back([&] {
            HttpClient client = service.client(token);
            const Answer answer = post(client, "/companies", order);
            const bool replayed = answer.header("idempotent-replay") == "true";
            EXPECT_TRUE(answer.status == 201 || answer.code() == "in-flight") << answer.body;
            ran += answer.status == 201 && !replayed ? 1 : 0;
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(ran, 1);
    EXPECT_EQ(person.get("/companies").json.size(), 1U);
}

TEST_F(PersonsIdempotency, WhatIsShownOnceIsNotStored) {
    const auto switchOn = [&] {
        return person.patch("/auth/me", Json::object({{"otpEnabled", true}}), {{"Idempotency-Key", key}});
    };
    const Answer first = switchOn();
    ASSERT_TRUE(hasStatus(first, 200));
    EXPECT_TRUE(first.json["otpSecret"].isString());
    const Answer second = switchOn();
    EXPECT_EQ(second.header("idempotent-replay"), "true");
    EXPECT_TRUE(second.json["otpSecret"].isNull());
    EXPECT_EQ(second.json["user"], first.json["user"]);
}

TEST_F(Idempotency, AnAnswerIsKeptForTwentyFourHours) {
    const Answer first = post(smallSale());
    advance("PT23H59M");
    EXPECT_EQ(post(smallSale()).header("idempotent-replay"), "true");
    advance("PT2M");
    const Answer fresh = post(smallSale());
    EXPECT_EQ(fresh.status, 201);
    EXPECT_EQ(fresh.header("idempotent-replay"), "");
    EXPECT_NE(fresh.json.textOr("id"), first.json.textOr("id"));
}

} // namespace
} // namespace svc::test

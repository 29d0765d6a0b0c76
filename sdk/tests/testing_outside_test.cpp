// Tests of the test kit for code that runs outside of a transaction, using a small plugin.
#include <svc/plugin.hpp>
#include <svc/testing/fake_host.hpp>

#include <gtest/gtest.h>

namespace svc {
namespace {

using testing::Answer;
using testing::FakeHost;

void send(Call& call, const Json& payload) {
    const HttpReply reply = call.http()
                                .post("https://api.acme.example/v1/links")
                                .query("dry", "no")
                                .bearer("apiKey")
                                .once("Idempotency-Key", "k1")
                                .multipart({{"file", "%PDF", "a\"b.pdf", "application/pdf"}})
                                .send();
    if (reply.status == 429) {
        call.again(*reply.retryAfter(call.now()), payload, "the provider asks to wait");
        return;
    }
    call.progress(1, 2);
    call.transaction([&] {
        call.history("link", "1", reply.answered() ? reply.json()["url"].text() : reply.error);
        call.secrets().put("token", "t0ken");
        call.fileJobIn("send", "line", call.now(), Json::object(), {});
    });
    call.result(Json::object({{"attempt", call.job()->attempt}}));
}

Response check(Request& request) {
    const bool matches = request.secrets().matches(
        Secrets::Hmac::Sha256, "webhook", {request.body().textOr("time"), ".", "body"},
        Secrets::Encoding::Hex, request.body().textOr("signature"));
    return Response::json(200, Json::object({{"matches", matches}}));
}

Response begun(Request& request) {
    const Started first = request.db().start("SELECT $1", "a");
    const Started second = request.db().start("SELECT $1", "b");
    Json rows = Json::array();
    for (const Started& started : {second, first}) {
        rows.push(Json(started.rows()[0].text(0)));
    }
    if (request.body().optionalBool("twice").value_or(false)) {
        first.rows();
    }
    return Response::json(200, rows);
}

/// Queues a read with askAhead() and increments a hot row as the body says.
Response counted(Request& request) {
    request.db().askAhead("SELECT $1", "a");
    const Late merge = request.body().optionalBool("joined").value_or(false)
                           ? Late::joined()
                           : Late::added(static_cast<std::uint32_t>(
                                 request.body().optionalInteger("parameter").value_or(0)));
    request.db().sendLate("rooms", merge, "UPDATE hotel.room SET used = used + $1", 1);
    request.db().sendLate("beds", "UPDATE hotel.bed SET used = used + $1", 2);
    return Response::json(200, Json(request.db().query("SELECT $1", "a")[0].text(0)));
}

Response misuse(Request& request) {
    const std::string what = request.body().textOr("what");
    if (what == "database") {
        request.db().query("SELECT 1");
    } else if (what == "network") {
        request.transaction([&] { request.http().get("https://api.acme.example/").send(); });
    } else if (what == "lane") {
        request.transaction([&] { request.fileJob("send", request.now(), Json::object(), {}); });
    } else {
        request.transaction([&] {
            request.history("link", "1", "made");
            throw ApiError(400, "link-refused");
        });
    }
    return Response::empty();
}

/// Reads a cached value twice in each of two transactions and then outside of them, and the local time of the
/// company.
Response remembered(Request& request) {
    thread_local OncePerTransaction<int> memory;
    int reads = 0;
    const auto read = [&] { return ++reads; };
    Json seen = Json::array();
    for (int i = 0; i < 2; ++i) {
        request.transaction([&] {
            memory.get(request, read);
            seen.push(Json(memory.get(request, read)));
        });
    }
    memory.get(request, read);
    seen.push(Json(memory.get(request, read)));
    return Response::json(
        200, Json::object({{"seen", std::move(seen)}, {"time", request.localTime(request.now())}}));
}

std::int32_t start(const svc_host* host, svc_plugin* self) {
    return detail::startPlugin(host, self, [](Registry& registry) {
        registry.job("send", send);
        registry.route("begun", begun);
        registry.route("check", check);
        registry.route("counted", counted);
        registry.route("misuse", misuse);
        registry.route("remembered", remembered);
    });
}

class TestKit : public ::testing::Test {
protected:
    TestKit() {
        host.outside(SVC_REGISTER_JOB, "send");
        host.outside(SVC_REGISTER_ROUTE, "misuse");
        host.outside(SVC_REGISTER_ROUTE, "remembered");
        host.lanes({"send"});
        host.secret("apiKey", "sk_test");
        EXPECT_TRUE(host.start(start)) << host.refusal();
    }
    std::string faultOf(const char* what) {
        return host.route("misuse", {.body = Json::object({{"what", what}})}).fault;
    }

    FakeHost host;
};

TEST_F(TestKit, AnswersWhatThePluginCallsInTurn) {
    host.http("POST", "/v1/links")
        .answers(429, "", {{"Retry-After", "5"}})
        .answers(201, Json::object({{"url", "https://pay.example/1"}}));
    host.job("send", Json::object({{"sale", 1}}));
    ASSERT_TRUE(host.jobEnd().again);
    EXPECT_EQ(host.jobEnd().again->due, host.situation.now + 5 * Instant::Second);
    EXPECT_EQ(host.jobEnd().again->note, "the provider asks to wait");
    EXPECT_TRUE(host.history().empty());
    host.situation.attempt = 2;
    host.job("send", Json::object());
    EXPECT_FALSE(host.jobEnd().again);
    EXPECT_EQ(host.jobEnd().done, 1);
    EXPECT_EQ(host.jobEnd().result->dump(), R"({"attempt":2})");
    EXPECT_EQ(host.history().at(0).action, "https://pay.example/1");
    EXPECT_EQ(host.secrets().at("token"), "t0ken");
    EXPECT_EQ(host.jobs().at(0).lane, "line");
    ASSERT_EQ(host.requests().size(), 2U);
    const testing::SentRequest request = host.requests()[0];
    EXPECT_EQ(request.url, "https://api.acme.example/v1/links?dry=no");
    EXPECT_EQ(request.path(), "/v1/links");
    EXPECT_EQ(request.header("authorization"), "Bearer sk_test");
    EXPECT_EQ(request.header("Idempotency-Key"), "k1");
    EXPECT_EQ(request.header("Content-Type"), "multipart/form-data; boundary=svc-boundary");
    EXPECT_EQ(request.body,
              "--svc-boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a%22b.pdf\"\r\n"
              "Content-Type: application/pdf\r\n\r\n%PDF\r\n--svc-boundary--\r\n");
    host.http("POST", "/v1/links").fails("timeout");
    host.job("send", Json::object());
    host.job("send", Json::object());
    EXPECT_EQ(host.history().back().action, "timeout") << "the last answer stays";
}

TEST_F(TestKit, RefusesWhatTheHostRefuses) {
    EXPECT_NE(faultOf("database").find("no-transaction"), std::string::npos);
    EXPECT_NE(faultOf("network").find("network-in-transaction"), std::string::npos);
    EXPECT_NE(faultOf("lane").find("with a lane"), std::string::npos);
    EXPECT_EQ(host.route("misuse").code, "link-refused");
    EXPECT_TRUE(host.history().empty()) << "the transaction is rolled back";
    EXPECT_THROW(host.job("send", Json::object()), Fault) << "nobody stands in for the provider";
}

TEST_F(TestKit, ReadsOnceInATransactionAndTellsTheTimeOfTheCompany) {
    host.situation.now = Instant::parse("2026-12-31T23:30:00Z").value();
    host.situation.utcOffsetMinutes = 60;
    const Json told = host.route("remembered").json();
    EXPECT_EQ(told["seen"].dump(), "[1,2,4]") << "outside of a transaction nothing is remembered";
    EXPECT_EQ(told["time"].text(), "2027-01-01T00:30:00");
}

TEST_F(TestKit, KeepsTheRowsOfStartedStatementsUntilTheyAreCollected) {
    host.onStatement([](const testing::Statement& statement) {
        return testing::Result({testing::Result::Cells{statement.parameters.at(0)}});
    });
    EXPECT_EQ(host.route("begun").json().dump(), R"(["b","a"])");
    EXPECT_NE(host.route("begun", {.body = Json::object({{"twice", true}})}).fault, "");
}

TEST_F(TestKit, RunsLateWritesAtTheEndAndWhatIsAskedAheadOnce) {
    std::vector<std::string> seen;
    host.onStatement([&](const testing::Statement& statement) {
        seen.push_back(statement.sql);
        return testing::Result({testing::Result::Cells{statement.parameters.at(0)}});
    });
    const Answer answer = host.route("counted", {.body = Json::object({{"parameter", 1}})});
    EXPECT_EQ(answer.status, 200) << answer.fault;
    EXPECT_EQ(answer.body, R"("a")");
    EXPECT_EQ(seen, (std::vector<std::string>{"SELECT $1", "UPDATE hotel.bed SET used = used + $1",
                                              "UPDATE hotel.room SET used = used + $1"}));
    EXPECT_EQ(host.route("counted", {.body = Json::object({{"joined", true}})}).status, 200);
    EXPECT_EQ(host.route("counted", {.body = Json::object({{"parameter", 0}})}).status, 500);
    EXPECT_EQ(host.route("counted", {.body = Json::object({{"parameter", 2}})}).status, 500)
        << "there is no second parameter";
}

TEST_F(TestKit, ComparesSignatures) {
    host.secret("webhook", "key");
    const auto matches = [&](const char* signature) {
        const Answer answer =
            host.route("check", {.body = Json::object({{"time", "1"}, {"signature", signature}})});
        EXPECT_EQ(answer.status, 200) << answer.fault;
        return answer.json()["matches"].boolean();
    };
    // printf '1.body' | openssl dgst -sha256 -hmac key
    EXPECT_TRUE(matches("91b5374b153842ad05b2c4eab9349b8321b14703165bd3fb8b034dfb8be98ae5"));
    EXPECT_FALSE(matches("00"));
    EXPECT_FALSE(matches("no hex"));
}

} // namespace
} // namespace svc

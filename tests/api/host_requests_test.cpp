// Framing, routes, headers and the shape of errors.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "support/checks.hpp"
#include "support/raw_client.hpp"

namespace svc::test {
namespace {

class Requests : public ::testing::Test {
protected:
    RunningService& service = sharedService();
    HttpClient live = service.live();

    /// Sends a request given as text, with the live key.
    Answer raw(const std::string& method, const std::string& target, const std::string& headers,
               const std::string& body = {}) const {
        return sendRaw(service.port(), method + ' ' + target +
                                           " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer " +
                                           service.value("liveKey") + "\r\n" + headers + "\r\n" + body);
    }
};

TEST_F(Requests, AChunkedBodyIsRead) {
    const Answer answer =
        raw("POST", service.company("/sales"),
            "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", "2\r\n{}\r\n0\r\n\r\n");
    EXPECT_TRUE(isRefusal(answer, 400, "field-required:lines"));
}

TEST_F(Requests, AmbiguousLengthsAreRefused) {
    const std::string path = service.company("/sales");
    EXPECT_TRUE(isRefusal(raw("POST", path, "Content-Length: 2\r\nContent-Length: 2\r\n", "{}"), 400,
                          "request-invalid"));
    EXPECT_TRUE(isRefusal(raw("POST", path, "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "{}"), 400,
                          "request-invalid"));
    EXPECT_TRUE(isRefusal(raw("POST", path, "Content-Length: -2\r\n", "{}"), 400, "request-invalid"));
}

TEST_F(Requests, ALongAddressOrTooManyHeadersAreRefused) {
    EXPECT_TRUE(isRefusal(raw("GET", service.company("/sales?q=" + std::string(9000, 'a')), ""), 414,
                          "uri-too-long"));
    std::string headers;
    for (int i = 0; i < 10; ++i) {
        headers += "X-Filler-" + std::to_string(i) + ": " + std::string(4000, 'b') + "\r\n";
    }
    EXPECT_TRUE(isRefusal(raw("GET", service.company(), headers), 431, "headers-too-large"));
}

TEST_F(Requests, ABodyAboveOneMebibyteIsRefused) {
    const std::string body = R"({"note":")" + std::string(1U << 20U, 'x') + "\"}";
    EXPECT_TRUE(isRefusal(
        raw("POST", service.company("/sales"),
            "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n",
            body),
        413, "body-too-large"));
    std::string chunked;
    for (int i = 0; i < 20; ++i) {
        chunked += "10000\r\n" + std::string(0x10000, 'x') + "\r\n";
    }
    EXPECT_TRUE(isRefusal(raw("POST", service.company("/sales"),
                              "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n", chunked),
                          413, "body-too-large"));
}

TEST_F(Requests, OnlyJsonIsTaken) {
    EXPECT_TRUE(
        isRefusal(live.send("POST", service.company("/sales"), "{}", {{"Content-Type", "text/plain"}}), 415,
                  "content-type-unsupported"));
    EXPECT_TRUE(isRefusal(live.send("POST", service.company("/sales"), "{}",
                                    {{"Content-Type", "application/json; charset=utf-8"}}),
                          400, "field-required:lines"));
}

TEST_F(Requests, WhatIsNoJsonObjectIsRefused) {
    const std::string deep = R"({"lines":)" + std::string(40, '[') + std::string(40, ']') + '}';
    for (const std::string& body :
         {std::string("{"), std::string("[]"), std::string("null"), std::string("{\"a\":NaN}"), std::string(),
          std::string("{\"note\":\"\xC3\x28\"}"), deep}) {
        EXPECT_TRUE(isRefusal(live.send("POST", service.company("/sales"), body), 400, "body-invalid"))
            << body;
    }
}

TEST_F(Requests, ZeroBytesAndLoneSurrogatesNameTheirField) {
    for (const char* text : {R"("a\u0000b")", R"("a\ud800b")"}) {
        const std::string body =
            std::string(R"({"lines":[{"label":)") + text + R"(,"quantity":1,"unitPrice":1}]})";
        EXPECT_TRUE(isRefusal(live.send("POST", service.company("/sales"), body), 400,
                              "field-invalid:lines[0].label"));
    }
}

TEST_F(Requests, UnknownFieldsAreNamedInAHeader) {
    const std::string body =
        R"({"colour":1,"lines":[{"label":"Work","quantity":1,"unitPrice":2,"unitprice":3}],"deep":{"a":1}})";
    const Answer answer = live.send("POST", service.company("/sales"), body);
    ASSERT_TRUE(hasStatus(answer, 201));
    const std::string ignored = answer.header("svc-ignored-fields");
    for (const char* field : {"colour", "lines[0].unitprice", "deep"}) {
        EXPECT_NE(ignored.find(field), std::string::npos) << ignored;
    }
    Json many = smallSale();
    for (int i = 0; i < 15; ++i) {
        many.set("x" + std::to_string(i), Json(i));
    }
    const std::string ten = live.post(service.company("/sales"), many).header("svc-ignored-fields");
    EXPECT_EQ(std::count(ten.begin(), ten.end(), ','), 9) << ten;
    EXPECT_EQ(live.post(service.company("/sales"), smallSale()).header("svc-ignored-fields"), "");
    // A refusal names them as well: the missing field is the misspelt one.
    for (const char* key : {"", "misspelt-1"}) {
        HeaderList headers;
        if (*key != 0) {
            headers.emplace_back("Idempotency-Key", key);
        }
        const Answer refused =
            live.post(service.company("/partners?dryrun=1"), Json::object({{"nmae", "x"}}), headers);
        EXPECT_TRUE(isRefusal(refused, 400, "field-required:name"));
        EXPECT_EQ(refused.header("svc-ignored-fields"), "nmae") << key;
        EXPECT_EQ(refused.header("svc-ignored-parameters"), "dryrun") << key;
    }
    EXPECT_EQ(live.get(service.company("/sales?limt=1&limit=0")).header("svc-ignored-parameters"), "limt");
}

TEST_F(Requests, UnknownPathsAndMethodsAreToldApart) {
    EXPECT_TRUE(isRefusal(live.get("/nowhere"), 404, "not-found"));
    EXPECT_TRUE(isRefusal(live.get(service.company("/sales/")), 404, "not-found"));
    EXPECT_TRUE(isRefusal(live.get(service.company("/Sales")), 404, "not-found"));
    EXPECT_TRUE(isRefusal(live.get("/"), 404, "not-found"));
    const Answer wrong = live.send("DELETE", service.company("/sales"), std::nullopt);
    EXPECT_TRUE(isRefusal(wrong, 405, "method-not-allowed"));
    const std::string allow = wrong.header("allow");
    for (const char* method : {"GET", "HEAD", "POST"}) {
        EXPECT_NE(allow.find(method), std::string::npos) << allow;
    }
    EXPECT_EQ(allow.find("DELETE"), std::string::npos) << allow;
}

TEST_F(Requests, HeadAnswersAsGetWithoutBody) {
    const Answer get = live.get(service.company());
    const Answer head = raw("HEAD", service.company(), "Connection: close\r\n");
    EXPECT_TRUE(hasStatus(head, 200));
    EXPECT_EQ(head.body, "");
    EXPECT_EQ(head.header("content-length"), get.header("content-length"));
    EXPECT_EQ(head.header("etag"), get.header("etag"));
    EXPECT_EQ(raw("HEAD", service.company("/sales"), "Connection: close\r\n").status, 200);
}

TEST_F(Requests, RequestIdsAreEchoedWhenTheyAreHarmless) {
    EXPECT_EQ(live.get("/health", {{"X-Request-Id", "Shop.42_a-b"}}).header("x-request-id"), "Shop.42_a-b");
    for (const std::string& odd :
         {std::string("two words"), std::string("semi;colon"), std::string(65, 'a')}) {
        const std::string id = live.get("/health", {{"X-Request-Id", odd}}).header("x-request-id");
        EXPECT_NE(id, odd);
        EXPECT_TRUE(std::regex_match(id, std::regex("[A-Za-z0-9._-]{1,64}"))) << id;
    }
    EXPECT_NE(live.get("/health").header("x-request-id"), live.get("/health").header("x-request-id"));
}

TEST_F(Requests, TheVersionIsOnEveryAnswer) {
    EXPECT_EQ(live.get("/health").header("svc-version"), "3.0");
    EXPECT_EQ(live.get(service.company(), {{"Svc-Version", "3.0"}}).status, 200);
    EXPECT_TRUE(
        isRefusal(live.get(service.company(), {{"Svc-Version", "2.0"}}), 400, "version-unsupported:2.0"));
    const Answer versions = service.anonymous().get("/versions");
    ASSERT_TRUE(hasStatus(versions, 200));
    EXPECT_EQ(versions.json[0]["version"].text(), "3.0");
    EXPECT_EQ(versions.json[0]["state"].text(), "current");
    EXPECT_TRUE(versions.json[0]["sunset"].isNull());
}

TEST_F(Requests, NobodyIsLetInWithoutACredential) {
    EXPECT_TRUE(isRefusal(service.anonymous().get(service.company()), 401, "api-key-invalid"));
    for (const char* value : {"Bearer", "Basic abc", "Bearer nonsense",
                              "Bearer svc_live_0123456789012345678901234567890123456789"}) {
        EXPECT_TRUE(isRefusal(service.anonymous().get(service.company(), {{"Authorization", value}}), 401,
                              "api-key-invalid"))
            << value;
    }
    EXPECT_TRUE(
        isRefusal(service.anonymous().get(service.company(),
                                          {{"Authorization", "Bearer svc_sess_" + std::string(40, 'a')}}),
                  401, "session-invalid"));
}

TEST_F(Requests, RecordsCarryTheirVersionAndPatchesMayNameIt) {
    HttpClient owner = service.owner();
    const Answer created =
        live.post(service.company("/partners"), Json::object({{"name", unique("Partner")}}));
    ASSERT_TRUE(hasStatus(created, 201));
    const std::string path = service.company("/partners/" + created.json.textOr("id"));
    EXPECT_EQ(live.get(path).header("etag"), "\"1\"");
    EXPECT_TRUE(hasStatus(live.patch(path, Json::object({{"note", "one"}}), {{"If-Match", "\"1\""}}), 200));
    const Answer late = live.patch(path, Json::object({{"note", "two"}}), {{"If-Match", "\"1\""}});
    EXPECT_TRUE(isRefusal(late, 412, "version-mismatch"));
    const Answer now = live.get(path);
    EXPECT_EQ(now.header("etag"), "\"2\"");
    EXPECT_EQ(now.json["version"].integer(), 2);
    EXPECT_EQ(now.json["note"].text(), "one");
}

TEST_F(Requests, ServiceRoutesAnswerWithoutCaller) {
    HttpClient anybody = service.anonymous();
    EXPECT_EQ(anybody.get("/health").json["status"].text(), "ok");
    EXPECT_EQ(anybody.get("/ready").json["status"].text(), "ready");
    const Answer metrics = anybody.get("/metrics");
    ASSERT_EQ(metrics.status, 200);
    for (const char* name :
         {"svc_http_requests_total{", "svc_http_request_seconds_bucket{", "svc_db_pool_size",
          "svc_db_pool_used", "svc_plugin_info{", "svc_jobs_due", "svc_jobs_oldest_seconds ",
          "svc_jobs_failed ", "svc_event_number ", "svc_deliveries_due ", "svc_deliveries_oldest_seconds ",
          "svc_deliveries_under_way ", "svc_delivery_attempts_total{", "svc_mail_total{",
          "svc_clock_difference_seconds ", "svc_webhooks_disabled 0",
          "svc_permission_refused_total{plugin=\"sales\",permission=\"database\"} 0",
          "svc_backup_verified_timestamp_seconds 0"}) {
        EXPECT_NE(metrics.body.find(name), std::string::npos) << name;
    }
    EXPECT_TRUE(isRefusal(anybody.get("/metrics", {{"X-Forwarded-For", "203.0.113.7"}}), 403, "forbidden"));
}

TEST_F(Requests, AVerifiedBackupIsShownByItsFile) {
    std::ofstream(service.dataFolder() / "backup-verified") << "";
    const std::string metrics = service.anonymous().get("/metrics").body;
    EXPECT_EQ(metrics.find("svc_backup_verified_timestamp_seconds 0\n"), std::string::npos);
    EXPECT_NE(metrics.find("svc_backup_verified_timestamp_seconds 1"), std::string::npos);
    std::filesystem::remove(service.dataFolder() / "backup-verified");
}

TEST_F(Requests, TheDashboardAsksForSeriesThatExist) {
    std::ifstream file(SVC_DASHBOARD);
    const std::string dashboard{std::istreambuf_iterator<char>(file), {}};
    const std::string metrics = service.anonymous().get("/metrics").body;
    const std::regex series("svc_[a-z_]+");
    std::set<std::string> names;
    for (const Json& panel : rowsOf(Json::parse(dashboard)["panels"])) {
        for (const Json& target : rowsOf(panel["targets"])) {
            const std::string asked = target["expr"].text();
            names.insert(std::sregex_token_iterator(asked.begin(), asked.end(), series),
                         std::sregex_token_iterator());
        }
    }
    EXPECT_GT(names.size(), 12U);
    for (const std::string& name : names) {
        const std::size_t bucket = name.rfind("_bucket");
        const std::string family = bucket == std::string::npos ? name : name.substr(0, bucket);
        EXPECT_NE(metrics.find("# TYPE " + family + ' '), std::string::npos) << name;
    }
}

TEST_F(Requests, EachRequestLeavesALineInTheLog) {
    live.get(service.company(), {{"X-Request-Id", "line-in-the-log"}});
    std::string line;
    for (int attempt = 0; attempt < 50 && line.empty(); ++attempt) {
        const std::string log = service.log();
        const std::size_t at = log.find("line-in-the-log");
        if (at != std::string::npos) {
            const std::size_t start = log.rfind('\n', at) + 1;
            line = log.substr(start, log.find('\n', at) - start);
        }
    }
    const Json entry = Json::parse(line);
    EXPECT_EQ(entry["status"].integer(), 200);
    EXPECT_EQ(entry.dump().find(service.value("liveKey")), std::string::npos);
}

TEST_F(Requests, ACrashWritesNoMemoryToADisk) {
    std::ifstream file("/proc/" + std::to_string(service.pid()) + "/limits");
    std::string line;
    while (std::getline(file, line) && line.rfind("Max core file size", 0) != 0) {
    }
    EXPECT_TRUE(std::regex_search(line, std::regex("^Max core file size +0 +0 "))) << line;
}

} // namespace
} // namespace svc::test

// What the HTTP server accepts and rejects, over real sockets and with the real routes.
#include <regex>

#include "support/checks.hpp"
#include "support/raw_client.hpp"

namespace svc::test {
namespace {

class FrontDoor : public ::testing::Test {
protected:
    RunningService& service = sharedService();

    std::string authorization() const { return "Authorization: Bearer " + service.value("liveKey") + "\r\n"; }
    std::string sales() const { return service.company("/sales"); }
    /// A write with these header lines, followed by another request that must never be answered.
    std::string smuggling(const std::string& lines, const std::string& body) const {
        return "POST " + sales() + " HTTP/1.1\r\nHost: a\r\n" + authorization() +
               "Content-Type: application/json\r\n" + lines + "\r\n" + body +
               "GET /health HTTP/1.1\r\nHost: a\r\n\r\n";
    }
    /// Every rejection has the error shape, the reason phrase of its status and a request id, and closes the
    /// connection.
    void expectEnd(const std::string& bytes, int status, const std::string& code) const {
        RawConnection client(service.port());
        client.send(bytes);
        client.endSending();
        const Answer answer = client.receive();
        EXPECT_TRUE(isRefusal(answer, status, code)) << bytes.substr(0, 200);
        EXPECT_EQ(answer.reason, answer.json.textOr("error"));
        EXPECT_EQ(answer.json.size(), 3U);
        EXPECT_EQ(answer.header("connection"), "close");
        EXPECT_TRUE(std::regex_match(answer.header("x-request-id"), std::regex("[A-Za-z0-9._-]{1,64}")));
        EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
        EXPECT_TRUE(client.endsWithin(std::chrono::seconds(15)));
        EXPECT_EQ(client.rest(), "") << "a second answer to " << bytes.substr(0, 200);
    }
};

TEST_F(FrontDoor, ALengthThatCanBeReadInTwoWaysIsRefused) {
    for (const char* lines : {"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
                              "Transfer-Encoding: chunked\r\nContent-Length: 2\r\n",
                              "Content-Length: 2\r\nContent-Length: 2\r\n",
                              "Content-Length: 2\r\nContent-Length: 3\r\n",
                              "Content-Length: 2, 2\r\n",
                              "Content-Length: +2\r\n",
                              "Content-Length: -2\r\n",
                              "Content-Length: \r\n",
                              "Content-Length: 2abc\r\n",
                              "Content-Length: 2.0\r\n",
                              "Content-Length: 0x2\r\n",
                              "Content-Length: 2\v\r\n",
                              "Content-Length: 99999999999999999999\r\n",
                              "Transfer-Encoding: gzip\r\n",
                              "Transfer-Encoding: identity\r\n",
                              "Transfer-Encoding: chunked, chunked\r\n",
                              "Transfer-Encoding: gzip, chunked\r\n",
                              "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
                              "Transfer-Encoding: \vchunked\r\n",
                              "Transfer-Encoding : chunked\r\n",
                              "Content-Length : 2\r\n"}) {
        expectEnd(smuggling(lines, "{}"), 400, "request-invalid");
    }
    using namespace std::string_literals;
    expectEnd(smuggling("Content-Length: 2\0\r\n"s, "{}"), 400, "request-invalid");
    expectEnd("POST " + sales() + " HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 400,
              "request-invalid");
}

TEST_F(FrontDoor, BrokenChunksAreRefused) {
    for (const char* body : {"2\r\n{}x\r\n0\r\n\r\n", "zz\r\n{}\r\n0\r\n\r\n", "-2\r\n{}\r\n0\r\n\r\n",
                             "2\n{}\n0\n\n", "2 \r\n{}\r\n0\r\n\r\n\r\n"}) {
        expectEnd(smuggling("Transfer-Encoding: chunked\r\n", body), 400, "request-invalid");
    }
}

TEST_F(FrontDoor, HeaderLinesMustBeTokensAndCleanValues) {
    using namespace std::string_literals;
    for (const std::string& line :
         {"X Y: 1"s, "X\t: 1"s, "X : 1"s, " X: 1"s, ": 1"s, "no colon"s, "X\0Y: 1"s, "X: a\0b"s, "X: a\x01"s,
          "X: a\x7f"s, "X: 1\r\n folded"s, "X: 1\r\n\tfolded"s, "X: a\rb"s, "X(1): a"s, "X\xC3\xA9: a"s,
          "Host: second"s, "Host: a b"s, "Host: a/b"s}) {
        const std::string host = line.rfind("Host: a", 0) == 0 ? "" : "Host: a\r\n";
        expectEnd("GET /health HTTP/1.1\r\n" + host + line +
                      "\r\n\r\nGET /health HTTP/1.1\r\nHost: a\r\n\r\n",
                  400, "request-invalid");
    }
    expectEnd("GET /health HTTP/1.1\r\n\r\n", 400, "request-invalid");
    EXPECT_EQ(sendRaw(service.port(), "GET /health HTTP/1.0\r\n\r\n").status, 200);
}

TEST_F(FrontDoor, RequestLinesMustBeWhole) {
    for (const char* line :
         {"GET /health", "GET  /health HTTP/1.1", "GET /health HTTP/9.9", "GET /health HTTP/2.0",
          "GET /health HTTP/1.2", "GET /health HTP/1.1", "GET /health http/1.1", "GET /he alth HTTP/1.1",
          "GET health HTTP/1.1", "G(T /health HTTP/1.1", " GET /health HTTP/1.1", "\x16\x03\x01 hello",
          "GET /health HTTP/1.1\nHost: a", "GET * HTTP/1.1", "nonsense"}) {
        expectEnd(std::string(line) + "\r\nHost: a\r\n\r\n", 400, "request-invalid");
    }
    EXPECT_EQ(sendRaw(service.port(), "GET /health HTTP/9.9\r\nX-Request-Id: my.own-id\r\n\r\n")
                  .header("x-request-id"),
              "my.own-id");
}

TEST_F(FrontDoor, SizesAreLimited) {
    expectEnd("GET /" + std::string(8200, 'a') + " HTTP/1.1\r\nHost: a\r\n\r\n", 414, "uri-too-long");
    expectEnd("GET /" + std::string(20'000, 'a'), 414, "uri-too-long");
    std::string lines;
    for (int i = 0; i < 101; ++i) {
        lines += "X-" + std::to_string(i) + ": 1\r\n";
    }
    expectEnd("GET /health HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n", 431, "headers-too-large");
    expectEnd("GET /health HTTP/1.1\r\nHost: a\r\nX: " + std::string(33'000, 'x') + "\r\n\r\n", 431,
              "headers-too-large");
    expectEnd(smuggling("Content-Length: 1048577\r\n", "{}"), 413, "body-too-large");
    expectEnd(smuggling("Transfer-Encoding: chunked\r\n", "100001\r\n"), 413, "body-too-large");
}

TEST_F(FrontDoor, AWriteWithoutALengthHasAnEmptyBody) {
    RawConnection client(service.port());
    client.send(smuggling("", ""));
    EXPECT_TRUE(isRefusal(client.receive(), 400, "body-invalid"));
    EXPECT_EQ(client.receive().json["status"].text(), "ok") << "what follows is the next request";
    const Json person = Json::object({{"name", "Ada"},
                                      {"email", unique("bare") + "@example.test"},
                                      {"password", "correct horse battery"}});
    const std::string token = service.anonymous().post("/auth/signup", person).json.textOr("token");
    EXPECT_TRUE(
        hasStatus(sendRaw(service.port(), "POST /auth/logout HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " +
                                              token + "\r\n\r\n"),
                  204));
}

TEST_F(FrontDoor, AHeaderThatStandsOnceIsNotRepeated) {
    const std::vector<std::pair<std::string, std::string>> repeated = {
        {"Idempotency-Key", "Idempotency-Key: first-key-1\r\nIdempotency-Key: other-key-2\r\n"},
        {"Idempotency-Key", "Idempotency-Key: same-key-1\r\nidempotency-key: same-key-1\r\n"},
        {"Authorization", "authorization: Bearer " + service.value("testKey") + "\r\n"},
        {"Content-Type", "Content-Type: text/plain\r\n"},
        {"Svc-Dry-Run", "Svc-Dry-Run: true\r\nSvc-Dry-Run: false\r\n"},
        {"If-Match", "If-Match: \"1\"\r\nIf-Match: \"2\"\r\n"}};
    for (const auto& [name, lines] : repeated) {
        expectEnd(smuggling(lines + "Content-Length: 2\r\n", "{}"), 400, "header-repeated:" + name);
    }
}

TEST_F(FrontDoor, OnlyBlanksAndTabsAreTakenOffAHeader) {
    const auto with = [&](const std::string& key) {
        return sendRaw(service.port(), "GET " + service.company() +
                                           " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer " + key +
                                           "\r\n\r\n");
    };
    EXPECT_TRUE(hasStatus(with(" " + service.value("liveKey") + " \t"), 200));
    EXPECT_TRUE(isRefusal(with(service.value("liveKey") + "\u00a0"), 401, "api-key-invalid"));
    EXPECT_TRUE(isRefusal(with("\u2003" + service.value("liveKey")), 401, "api-key-invalid"));
}

TEST_F(FrontDoor, ABodyNeedsAPlainCoding) {
    expectEnd(smuggling("Content-Length: 2\r\nContent-Encoding: gzip\r\n", "{}"), 415,
              "content-type-unsupported");
    const Answer identity =
        sendRaw(service.port(), smuggling("Content-Length: 2\r\nContent-Encoding: identity\r\n", "{}"));
    EXPECT_TRUE(isRefusal(identity, 400, "field-required:lines"));
}

TEST_F(FrontDoor, HeadersThatNameAnotherMethodAreIgnored) {
    for (const char* name : {"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"}) {
        const Answer answer =
            sendRaw(service.port(), "GET " + service.company() + " HTTP/1.1\r\nHost: a\r\n" +
                                        authorization() + name + ": DELETE\r\n\r\n");
        EXPECT_TRUE(hasStatus(answer, 200));
    }
}

TEST_F(FrontDoor, ReadsAndDeletionsMayCarryABody) {
    RawConnection client(service.port());
    client.send("GET " + service.company() + " HTTP/1.1\r\nHost: a\r\n" + authorization() +
                "Content-Length: 4\r\n\r\nbodyGET /health HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(hasStatus(client.receive(), 200));
    EXPECT_EQ(client.receive().json["status"].text(), "ok");
}

TEST_F(FrontDoor, PipelinedRequestsAreAnsweredInTheirOrder) {
    RawConnection client(service.port());
    std::string all;
    for (int i = 0; i < 20; ++i) {
        const std::string path = i % 2 == 0 ? service.company() : "/versions";
        all += "GET " + path + " HTTP/1.1\r\nHost: a\r\nX-Request-Id: r" + std::to_string(i) + "\r\n" +
               authorization() + "\r\n";
    }
    client.send(all);
    for (int i = 0; i < 20; ++i) {
        const Answer answer = client.receive();
        EXPECT_TRUE(hasStatus(answer, 200));
        EXPECT_EQ(answer.header("x-request-id"), "r" + std::to_string(i));
    }
}

TEST_F(FrontDoor, AnswersCarryTheHeadersOfSecurity) {
    const Answer answer = sendRaw(service.port(), "GET " + service.company() + " HTTP/1.1\r\nHost: a\r\n" +
                                                      authorization() + "\r\n");
    EXPECT_EQ(answer.header("cache-control"), "no-store");
    EXPECT_EQ(answer.header("x-content-type-options"), "nosniff");
    EXPECT_EQ(answer.header("referrer-policy"), "no-referrer");
    EXPECT_NE(answer.header("content-security-policy").find("frame-ancestors 'none'"), std::string::npos);
    EXPECT_EQ(answer.header("strict-transport-security"), "") << "not over http";
    EXPECT_EQ(answer.header("server"), "");
}

TEST_F(FrontDoor, TheMetricsTellOfConnections) {
    const Answer metrics = service.anonymous().get("/metrics");
    for (const char* name : {"svc_http_connections ", "svc_http_waiting ", "svc_http_excess_total ",
                             "svc_http_late_total ", "svc_http_timed_out_total "}) {
        EXPECT_NE(metrics.body.find(name), std::string::npos) << name;
    }
}

} // namespace
} // namespace svc::test

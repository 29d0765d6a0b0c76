#include "host/http/front/request_reader.hpp"

#include "host/http/pipeline/request_gate.hpp"

#include <gtest/gtest.h>

namespace svc::host::http {
namespace {

/// Shows the bytes in pieces, as a connection would.
std::string read(RequestReader& reader, const std::string& bytes, std::size_t piece,
                 std::size_t limit = 100) {
    std::string input;
    for (std::size_t at = 0; at < bytes.size() && !reader.complete(); at += piece) {
        input += bytes.substr(at, piece);
        for (bool moved = true; moved && !reader.complete();) {
            const std::size_t taken = reader.take(input);
            input.erase(0, taken);
            moved = taken > 0;
            if (reader.hasHead() && moved) {
                reader.awaitBody(limit);
            }
        }
    }
    return input;
}

int statusOf(const std::string& bytes, std::size_t piece = 1000) {
    try {
        RequestReader reader;
        read(reader, bytes, piece);
        if (reader.hasHead()) {
            RequestGate::check(reader.request());
        }
        return reader.complete() ? 200 : 0;
    } catch (const Refused& refused) {
        EXPECT_TRUE(refused.closes());
        return refused.status();
    }
}

std::string get(const std::string& lines) {
    return "GET /health HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n";
}

TEST(RequestReader, ReadsTheSameHoweverTheBytesAreCut) {
    const std::string bytes = "POST /companies/c/sales?dry=1 HTTP/1.1\r\nHost: a\r\nX-Note:  two words \r\n"
                              "Content-Length: 5\r\n\r\nhelloGET /next";
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        RequestReader reader;
        const std::string rest = read(reader, bytes, piece);
        ASSERT_TRUE(reader.complete()) << piece;
        const RawRequest& request = reader.request();
        EXPECT_EQ(request.method, "POST");
        EXPECT_EQ(request.target, "/companies/c/sales?dry=1");
        EXPECT_EQ(request.version, "HTTP/1.1");
        EXPECT_EQ(request.headers.size(), 3U);
        EXPECT_EQ(request.header("x-note"), "two words");
        EXPECT_EQ(request.body, "hello");
        EXPECT_TRUE(std::string("GET /next").starts_with(rest)) << rest;
    }
}

TEST(RequestReader, ReadsChunksWithoutTheirFraming) {
    const std::string bytes = "PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                              "5;name=value\r\nhello\r\n1\r\n!\r\n0\r\nX-Late: ignored\r\n\r\nGET";
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        RequestReader reader;
        read(reader, bytes, piece);
        ASSERT_TRUE(reader.complete()) << piece;
        EXPECT_EQ(reader.request().body, "hello!");
        EXPECT_FALSE(reader.request().header("X-Late"));
    }
}

TEST(RequestReader, CountsChunksAgainstTheLimitOfTheRoute) {
    const std::string head = "PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    EXPECT_EQ(statusOf(head + "65\r\n" + std::string(101, 'x') + "\r\n0\r\n\r\n"), 413);
    EXPECT_EQ(statusOf(head + "64\r\n" + std::string(100, 'x') + "\r\n0\r\n\r\n"), 200);
    EXPECT_EQ(statusOf(head + "ffffffffffffffff\r\n"), 413);
}

TEST(RequestReader, RefusesBrokenChunks) {
    const std::string head = "PUT /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const char* body : {"x\r\n", "-1\r\n", "+1\r\na\r\n", "1\na\n", "2\r\nabc\r\n", " 1\r\na\r\n",
                             "fffffffffffffffff\r\n", "0x1\r\na\r\n", "\r\n"}) {
        const int status = statusOf(head + body + std::string("0\r\n\r\n"));
        EXPECT_TRUE(status == 400 || status == 413) << body << " is " << status;
    }
    EXPECT_EQ(statusOf(head + "1;" + std::string(20'000, 'e')), 400);
    std::string many;
    for (int i = 0; i < 100; ++i) {
        many += "1;" + std::string(1000, 'e') + "\r\na\r\n";
    }
    EXPECT_EQ(statusOf(head + many), 400);
}

TEST(RequestReader, RefusesWhatIsNoHead) {
    for (const std::string& bytes : {std::string("GET /health\r\n\r\n"),
                                     std::string("GET  /health HTTP/1.1\r\n\r\n"),
                                     std::string("GET /health HTTP/1.1 \r\n\r\n"),
                                     std::string("GET /he alth HTTP/1.1\r\n\r\n"),
                                     std::string("G@T /health HTTP/1.1\r\n\r\n"),
                                     std::string("GET /health HTTP/9.9\r\n\r\n"),
                                     std::string("GET /health http/1.1\r\n\r\n"),
                                     std::string("GET /health HTTP/2.0\r\n\r\n"),
                                     std::string("\r\n\r\n"),
                                     std::string("GET /health HTTP/1.1\n\n"),
                                     std::string("GET /health HTTP/1.1\r\nHost: a\n\r\n"),
                                     std::string("GET\t/health HTTP/1.1\r\n\r\n"),
                                     std::string("\x16\x03\x01\x02"),
                                     std::string("GET /\x01 HTTP/1.1\r\n"),
                                     std::string(1, '\0'),
                                     std::string("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
                                     get("no colon\r\n"),
                                     get("X Y: 1\r\n"),
                                     get("X : 1\r\n"),
                                     get(": 1\r\n"),
                                     get("X: 1\r\n folded\r\n"),
                                     get("X: 1\r\n\tfolded\r\n"),
                                     get(" X: 1\r\n"),
                                     get("X: a\rb\r\n"),
                                     get(std::string("X: a\0b\r\n", 8)),
                                     get(std::string("X\0: a\r\n", 7)),
                                     get("X: a\x0b\r\n"),
                                     get("X: a\x7f\r\n"),
                                     get("H\x80: a\r\n"),
                                     get("Host: b\r\n"),
                                     get("Content-Length: 2, 2\r\n"),
                                     get("Content-Length: 2\r\nContent-Length: 2\r\n"),
                                     get("Transfer-Encoding: gzip\r\n"),
                                     get("Transfer-Encoding: identity\r\n"),
                                     get("Transfer-Encoding: chunked, gzip\r\n"),
                                     get("Transfer-Encoding:\x0b chunked\r\n"),
                                     get("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
                                     get("Transfer-Encoding: chunked\r\nContent-Length: 1\r\n")}) {
        EXPECT_EQ(statusOf(bytes), 400) << bytes;
        EXPECT_EQ(statusOf(bytes, 1), 400) << bytes;
    }
    EXPECT_EQ(statusOf(get("X: \xC3\xA9 and\ttab\r\n")), 200);
    EXPECT_EQ(statusOf("\r\n" + get("")), 200);
    EXPECT_EQ(statusOf("GET /health HTTP/1.0\r\n\r\n"), 200);
}

TEST(RequestReader, LimitsLineAndHeadBeforeTheirEndHasCome) {
    const auto line = [](std::size_t size) { return "GET /" + std::string(size - 14, 'a') + " HTTP/1.1"; };
    constexpr std::size_t Most = RequestReader::MaxRequestLine;
    EXPECT_EQ(statusOf(line(Most) + "\r\nHost: a\r\n\r\n"), 200);
    EXPECT_EQ(statusOf(line(Most + 1) + "\r\nHost: a\r\n\r\n"), 414);
    EXPECT_EQ(statusOf("GET /" + std::string(Most, 'a'), 1000), 414);
    const std::string filler = "X: " + std::string(1000, 'x') + "\r\n";
    std::string head = "GET / HTTP/1.1\r\nHost: a\r\n";
    for (int i = 0; i < 40; ++i) {
        head += filler;
    }
    EXPECT_EQ(statusOf(head), 431);
    EXPECT_EQ(statusOf("GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(40'000, 'x')), 431);
}

TEST(RequestReader, FindsTheRequestIdOfABrokenHead) {
    RequestReader reader;
    EXPECT_THROW(reader.take("GET / HTTP/1.1\r\nx-request-id: mine\r\nbro ken: 1\r\n\r\n"), Refused);
    EXPECT_EQ(reader.request().header("X-Request-Id"), "mine");
}

TEST(RequestReader, KnowsWhoKeepsTheConnection) {
    const auto keeps = [](const std::string& head) {
        RequestReader reader;
        reader.take(head);
        EXPECT_TRUE(reader.hasHead());
        return reader.keepAlive();
    };
    EXPECT_TRUE(keeps(get("")));
    EXPECT_FALSE(keeps(get("Connection: close\r\n")));
    EXPECT_FALSE(keeps(get("Connection: x, Close\r\n")));
    EXPECT_FALSE(keeps("GET / HTTP/1.0\r\n\r\n"));
    EXPECT_TRUE(keeps("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
}

} // namespace
} // namespace svc::host::http

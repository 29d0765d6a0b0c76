// Requests and answers over real sockets: framing, order, large bodies, large answers.
#include <thread>

#include "front/front_fixture.hpp"

namespace svc::test {
namespace {

class FrontRequests : public FrontTest {};

TEST_F(FrontRequests, SeveralRequestsGoOverOneConnection) {
    start();
    RawConnection client = connect();
    for (int i = 0; i < 3; ++i) {
        client.send(post("/echo", "body " + std::to_string(i)));
        const Answer answer = client.receive();
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.reason, "OK");
        EXPECT_EQ(answer.body, "body " + std::to_string(i));
        EXPECT_EQ(answer.header("connection"), "");
        EXPECT_NE(answer.header("date"), "");
    }
}

TEST_F(FrontRequests, RequestsThatFollowAtOnceAreAnsweredHoweverTheyCome) {
    limits().threads = 2;
    start();
    RawConnection client = connect();
    // A request split in two at each position, one of another lane, an instant one, a large one, several at
    // once, and a refused one.
    const std::string whole = post("/echo", "follows");
    for (std::size_t cut = 0; cut < whole.size(); ++cut) {
        client.send(whole.substr(0, cut));
        if (cut % 8 == 0) {
            std::this_thread::sleep_for(2ms);
        }
        client.send(whole.substr(cut));
        ASSERT_EQ(client.receive().body, "follows") << cut;
        client.send(get("/reserved"));
        ASSERT_EQ(client.receive().status, 200) << cut;
        client.send(get("/health"));
        ASSERT_EQ(client.receive().status, 200) << cut;
    }
    client.send(post("/echo", std::string(300'000, 'b')));
    EXPECT_EQ(client.receive().body.size(), 300'000U);
    client.send(post("/large", std::string(3'000'000, 'l')));
    EXPECT_EQ(client.receive().body.size(), 3'000'000U);
    client.send(get("/size?5000000"));
    EXPECT_EQ(client.receive().body.size(), 5'000'000U);
    client.send(get("/health") + get("/echo") + whole);
    EXPECT_EQ(client.receive().status, 200);
    EXPECT_EQ(client.receive().status, 200);
    EXPECT_EQ(client.receive().body, "follows");
    client.send(whole);
    EXPECT_EQ(client.receive().body, "follows");
    client.send(get("/missing"));
    EXPECT_EQ(client.receive().code(), "not-found");
    EXPECT_TRUE(client.endsWithin(10s));
}

TEST_F(FrontRequests, PipelinedRequestsAreAnsweredInTheirOrder) {
    start();
    RawConnection client = connect();
    std::string all;
    for (int i = 0; i < 50; ++i) {
        all += i % 3 == 0 ? get("/health") : post("/echo", std::to_string(i));
    }
    client.send(all);
    for (int i = 0; i < 50; ++i) {
        const Answer answer = client.receive();
        ASSERT_EQ(answer.status, 200) << i;
        EXPECT_EQ(answer.body, i % 3 == 0 ? "" : std::to_string(i));
    }
}

TEST_F(FrontRequests, OneByteAtATimeIsARequestToo) {
    start();
    RawConnection client = connect();
    for (const char c : post("/echo", "slow")) {
        client.send(std::string(1, c));
        std::this_thread::sleep_for(1ms);
    }
    EXPECT_EQ(client.receive().body, "slow");
}

TEST_F(FrontRequests, AfterARequestWithoutLengthComesTheNextOne) {
    start();
    RawConnection client = connect();
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\n\r\n" + post("/echo", "next") + "abc\r\n\r\n");
    const Answer empty = client.receive();
    EXPECT_EQ(empty.status, 200);
    EXPECT_EQ(empty.body, "");
    EXPECT_EQ(client.receive().body, "next");
    EXPECT_GE(client.receive().status, 400) << "abc is no request";
}

TEST_F(FrontRequests, WhatFollowsABrokenRequestIsNeverAnswered) {
    start();
    for (const std::string& broken :
         {std::string(
              "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"),
          std::string("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: +3\r\n\r\nabc"),
          std::string("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
          std::string("nonsense\r\n\r\n"), post("/missing", "abc")}) {
        RawConnection client = connect();
        client.send(broken + get("/echo") + get("/echo"));
        const Answer answer = client.receive();
        EXPECT_GE(answer.status, 400) << broken;
        EXPECT_EQ(answer.header("connection"), "close");
        EXPECT_EQ(answer.header("x-request-id"), "made");
        EXPECT_EQ(answer.json["statusCode"].integer(), answer.status);
        client.endSending();
        EXPECT_TRUE(client.endsWithin(10s));
        EXPECT_EQ(client.rest(), "");
    }
    EXPECT_EQ(answerer_.handled, 0);
}

TEST_F(FrontRequests, ALengthAboveTheLimitIsRefusedBeforeTheBodyComes) {
    start();
    RawConnection client = connect();
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1048577\r\nExpect: 100-continue\r\n\r\n");
    const Answer answer = client.receive();
    EXPECT_EQ(answer.status, 413);
    EXPECT_EQ(answer.reason, "Payload Too Large");
    client.endSending();
    EXPECT_TRUE(client.endsWithin(10s));
}

TEST_F(FrontRequests, AnAnswerReachesAClientThatStillSends) {
    start();
    RawConnection client = connect();
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 3000000\r\n\r\n" +
                std::string(1'000'000, 'x'));
    EXPECT_EQ(client.receive().status, 413);
}

TEST_F(FrontRequests, AClientThatWaitsToSendItsBodyIsTold) {
    start();
    RawConnection client = connect();
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n");
    EXPECT_EQ(client.receive().status, 100);
    client.send("body");
    EXPECT_EQ(client.receive().body, "body");
}

TEST_F(FrontRequests, LargeBodiesComeInChunksOrWhole) {
    start();
    const std::string body(5UL * 1024 * 1024, 'b');
    RawConnection client = connect();
    client.send(post("/large", body));
    EXPECT_EQ(client.receive().body, body);
    std::string chunked = "POST /large HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (std::size_t at = 0; at < body.size(); at += 0x10000) {
        chunked += "10000\r\n" + body.substr(at, 0x10000) + "\r\n";
    }
    client.send(chunked + "0\r\n\r\n");
    EXPECT_EQ(client.receive().body, body);
}

TEST_F(FrontRequests, ALargeBodyIsReadOnlyFromWhoMaySendIt) {
    start();
    RawConnection client = connect();
    client.send(
        "POST /guarded HTTP/1.1\r\nHost: a\r\nContent-Length: 9000000\r\nExpect: 100-continue\r\n\r\n");
    const Answer answer = client.receive();
    EXPECT_EQ(answer.status, 401);
    EXPECT_EQ(answer.header("connection"), "close");
}

TEST_F(FrontRequests, AnAnswerOfManyMebibytesArrivesWhole) {
    start();
    RawConnection client = connect();
    client.send(get("/size?30000000") + get("/health"));
    std::this_thread::sleep_for(200ms);
    const Answer answer = client.receive();
    EXPECT_EQ(answer.body.size(), 30'000'000U);
    EXPECT_EQ(client.receive().status, 200);
}

TEST_F(FrontRequests, HeadHasTheLengthAndNoBody) {
    start();
    RawConnection client = connect();
    client.send("HEAD /size?10 HTTP/1.1\r\nHost: a\r\n\r\n" + get("/health"));
    const Answer answer = client.receive(true);
    EXPECT_EQ(answer.header("content-length"), "10");
    EXPECT_EQ(client.receive().status, 200);
}

TEST_F(FrontRequests, GetAndDeleteMayHaveABody) {
    start();
    RawConnection client = connect();
    client.send(
        "DELETE /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\ngone" +
        std::string(
            "GET /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nget\r\n0\r\n\r\n"));
    EXPECT_EQ(client.receive().body, "gone");
    EXPECT_EQ(client.receive().body, "get");
}

TEST_F(FrontRequests, AnOldClientIsClosedUnlessItAsksForMore) {
    start();
    RawConnection once = connect();
    once.send("GET /health HTTP/1.0\r\n\r\n");
    EXPECT_EQ(once.receive().header("connection"), "close");
    EXPECT_TRUE(once.endsWithin(10s));
    RawConnection kept = connect();
    kept.send("GET /health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
    EXPECT_EQ(kept.receive().header("connection"), "keep-alive");
    kept.send(get("/health", "Connection: close\r\n"));
    EXPECT_EQ(kept.receive().header("connection"), "close");
    EXPECT_TRUE(kept.endsWithin(10s));
}

TEST_F(FrontRequests, HalfARequestThatEndsIsRefused) {
    start();
    for (const char* half :
         {"GET /hea", "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf",
          "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf"}) {
        RawConnection client = connect();
        client.send(half);
        client.endSending();
        EXPECT_EQ(client.receive().code(), "request-invalid") << half;
    }
    EXPECT_EQ(answerer_.handled, 0);
}

} // namespace
} // namespace svc::test

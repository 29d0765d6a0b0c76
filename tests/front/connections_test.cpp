// Slow and silent clients, many connections, and shutdown.
#include <fstream>
#include <future>
#include <iostream>
#include <thread>

#include <sys/resource.h>
#include <unistd.h>

#include "front/front_fixture.hpp"

namespace svc::test {
namespace {

class FrontConnections : public FrontTest {};

TEST_F(FrontConnections, AHeadThatDoesNotEndIsRefusedAtItsDeadline) {
    limits().head = 300ms;
    start();
    RawConnection silent = connect();
    silent.send("GET /health HTTP/1.1\r\nHost");
    RawConnection dripping = connect();
    std::thread drip([&] {
        for (int i = 0; i < 20; ++i) {
            dripping.send("G");
            std::this_thread::sleep_for(50ms);
        }
    });
    const Answer answer = silent.receive();
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_EQ(dripping.receive().status, 400);
    drip.join();
    EXPECT_TRUE(dripping.endsWithin(10s));
}

TEST_F(FrontConnections, ABodyThatTricklesIsRefusedAtItsDeadline) {
    limits().transfer = 300ms;
    start();
    RawConnection client = connect();
    client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n");
    std::thread drip([&] {
        for (int i = 0; i < 20; ++i) {
            client.send("x");
            std::this_thread::sleep_for(50ms);
        }
    });
    const Answer answer = client.receive();
    drip.join();
    EXPECT_EQ(answer.code(), "request-invalid");
    EXPECT_EQ(answerer_.handled, 0);
}

TEST_F(FrontConnections, AnAnswerThatIsNotReadEndsAtItsDeadline) {
    limits().transfer = 300ms;
    start();
    RawConnection client(front_->port(), {}, 100'000);
    client.send(get("/size?50000000"));
    ASSERT_TRUE(eventually([&] { return answerer_.handled == 1; }));
    std::this_thread::sleep_for(1500ms);
    const Answer answer = client.receive();
    EXPECT_LT(answer.body.size(), 50'000'000U);
}

TEST_F(FrontConnections, AConnectionWithoutRequestEnds) {
    limits().keepAlive = 2s;
    start();
    RawConnection fresh = connect();
    RawConnection used = connect();
    used.send(get("/health"));
    EXPECT_EQ(used.receive().status, 200);
    EXPECT_TRUE(fresh.endsWithin(10s));
    EXPECT_TRUE(used.endsWithin(10s));
    EXPECT_EQ(used.rest(), "");
}

TEST_F(FrontConnections, SlowClientsHoldNobodyUp) {
    limits().threads = 4;
    start();
    std::vector<RawConnection> slow;
    for (int i = 0; i < 200; ++i) {
        slow.push_back(connect());
        slow.back().send(i % 2 == 0 ? "GET /he"
                                    : "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx");
    }
    RawConnection client = connect();
    for (int i = 0; i < 20; ++i) {
        client.send(post("/echo", "quick"));
        EXPECT_EQ(client.receive().body, "quick");
    }
}

TEST_F(FrontConnections, OneAddressHasOnlySoManyConnections) {
    limits().perAddress = 5;
    options_.trustedProxies = {"127.0.0.9"};
    start();
    std::vector<RawConnection> kept;
    for (int i = 0; i < 5; ++i) {
        kept.push_back(connect("127.0.0.2"));
        kept.back().send(get("/health"));
        ASSERT_EQ(kept.back().receive().status, 200);
    }
    RawConnection sixth = connect("127.0.0.2");
    const Answer answer = sixth.receive();
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(answer.code(), "not-ready");
    EXPECT_EQ(answer.header("retry-after"), "1");
    EXPECT_EQ(answer.header("connection"), "close");
    sixth.endSending();
    EXPECT_TRUE(sixth.endsWithin(10s));
    RawConnection other = connect("127.0.0.3");
    other.send(get("/health"));
    EXPECT_EQ(other.receive().status, 200);
    for (int i = 0; i < 12; ++i) {
        kept.push_back(connect("127.0.0.9"));
        kept.back().send(get("/health"));
        EXPECT_EQ(kept.back().receive().status, 200) << "a trusted proxy carries many clients";
    }
    kept.clear();
    EXPECT_TRUE(eventually([&] {
        RawConnection again = connect("127.0.0.2");
        again.send(get("/health"));
        return again.receive().status == 200;
    }));
}

TEST_F(FrontConnections, AllTogetherAreOnlySoMany) {
    limits().connections = 10;
    start();
    std::vector<RawConnection> kept;
    for (int i = 0; i < 10; ++i) {
        kept.push_back(connect());
        kept.back().send(get("/health"));
        ASSERT_EQ(kept.back().receive().status, 200);
    }
    RawConnection excess = connect();
    EXPECT_EQ(excess.receive().status, 503);
}

long residentKib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.rfind("VmRSS:", 0) == 0) {
            return std::atol(line.c_str() + 6);
        }
    }
    return 0;
}

TEST_F(FrontConnections, FiveThousandIdleOnesCostLittle) {
    rlimit files{};
    ::getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
    constexpr int Idle = 5000;
    if (files.rlim_cur < 2 * Idle + 500) {
        GTEST_SKIP() << "only " << files.rlim_cur << " open files are allowed";
    }
    start();
    RawConnection client = connect();
    const auto median = [&] {
        std::vector<std::int64_t> times;
        for (int i = 0; i < 1000; ++i) {
            const auto begun = std::chrono::steady_clock::now();
            client.send(post("/echo", "quick"));
            EXPECT_EQ(client.receive().status, 200);
            times.push_back((std::chrono::steady_clock::now() - begun).count());
        }
        std::sort(times.begin(), times.end());
        return times[times.size() / 2];
    };
    const std::int64_t alone = median();
    const long before = residentKib();
    std::vector<RawConnection> idle;
    idle.reserve(Idle);
    for (int i = 0; i < Idle; ++i) {
        idle.push_back(connect());
        idle.back().send(get("/health"));
        ASSERT_EQ(idle.back().receive().status, 200) << i;
    }
    const long grown = residentKib() - before;
    const std::int64_t among = median();
    std::cout << Idle << " idle connections: " << grown << " KiB; latency " << alone / 1000 << " us alone, "
              << among / 1000 << " us among them, ratio "
              << static_cast<double>(among) / static_cast<double>(alone) << " (goal <= 1.2)\n";
    EXPECT_LT(grown, 100 * 1024);
    idle.front().send(get("/health"));
    EXPECT_EQ(idle.front().receive().status, 200);
}

TEST_F(FrontConnections, DrainingAnswersWhatHasBegunAndEndsTheRest) {
    start();
    RawConnection idle = connect();
    idle.send(get("/health"));
    EXPECT_EQ(idle.receive().status, 200);
    RawConnection busy = connect();
    busy.send(get("/wait"));
    RawConnection half = connect();
    half.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbo");
    ASSERT_TRUE(eventually([&] { return answerer_.waiting == 1; }));
    auto drained = std::async(std::launch::async, [&] { front_->drain(10s); });
    EXPECT_TRUE(idle.endsWithin(10s));
    EXPECT_EQ(idle.rest(), "");
    EXPECT_THROW(connect(), std::runtime_error);
    half.send("dy");
    const Answer answer = half.receive();
    EXPECT_EQ(answer.body, "body");
    EXPECT_EQ(answer.header("connection"), "close");
    EXPECT_EQ(drained.wait_for(100ms), std::future_status::timeout);
    answerer_.release();
    EXPECT_EQ(busy.receive().status, 200);
    EXPECT_EQ(drained.wait_for(10s), std::future_status::ready);
}

TEST_F(FrontConnections, ARequestThatMeetsTheEndOfItsConnectionIsWorkedOnOnlyIfItIsAnswered) {
    start();
    RawConnection idle = connect();
    idle.send(get("/echo"));
    EXPECT_EQ(idle.receive().status, 200);
    RawConnection holder = connect();
    holder.send(get("/hold"));
    ASSERT_TRUE(eventually([&] { return answerer_.waiting == 1; }));
    idle.send(post("/echo", "pay"));
    auto drained = std::async(std::launch::async, [&] { front_->drain(10s); });
    std::this_thread::sleep_for(200ms); // then the loop looks for connections to end before it reads
    answerer_.release();
    EXPECT_EQ(drained.wait_for(10s), std::future_status::ready);
    const bool answered = idle.receive().status == 200;
    EXPECT_EQ(answerer_.handled, answered ? 3 : 2);
}

TEST_F(FrontConnections, DrainingDoesNotWaitForEver) {
    start();
    RawConnection busy = connect();
    busy.send(get("/wait"));
    ASSERT_TRUE(eventually([&] { return answerer_.waiting == 1; }));
    const auto begun = std::chrono::steady_clock::now();
    front_->drain(200ms);
    EXPECT_GE(std::chrono::steady_clock::now() - begun, 200ms);
}

} // namespace
} // namespace svc::test

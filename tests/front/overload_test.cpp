// More requests than the server can handle.
#include <thread>

#include "front/front_fixture.hpp"

namespace svc::test {
namespace {

class FrontOverload : public FrontTest {
protected:
    /// Opens connections whose requests occupy every thread.
    std::vector<RawConnection> occupyAll() {
        std::vector<RawConnection> clients;
        for (std::size_t i = 0; i < limits().threads; ++i) {
            clients.push_back(connect());
            clients.back().send(get("/wait"));
        }
        EXPECT_TRUE(eventually([&] { return answerer_.waiting == static_cast<int>(limits().threads); }));
        return clients;
    }
    static void expectNotReady(const Answer& answer) {
        EXPECT_EQ(answer.status, 503);
        EXPECT_EQ(answer.reason, "Service Unavailable");
        EXPECT_EQ(answer.code(), "not-ready");
        EXPECT_EQ(answer.header("retry-after"), "1");
        EXPECT_EQ(answer.header("x-request-id"), "mine");
    }
    static std::string asked(const std::string& path) { return get(path, "X-Request-Id: mine\r\n"); }
};

TEST_F(FrontOverload, WhoWouldWaitTooLongIsToldBeforeAnythingWasDone) {
    limits().patience = 2s;
    start();
    const auto busy = occupyAll();
    RawConnection late = connect();
    late.send(asked("/echo"));
    expectNotReady(late.receive());
    EXPECT_EQ(answerer_.handled, static_cast<int>(limits().threads));
    answerer_.release();
    late.send(asked("/echo"));
    EXPECT_EQ(late.receive().status, 200) << "the connection was kept";
}

TEST_F(FrontOverload, AFullQueueRefusesAtOnce) {
    limits().patience = 60s;
    limits().queue = 2;
    start();
    const auto busy = occupyAll();
    RawConnection first = connect();
    first.send(asked("/echo"));
    RawConnection second = connect();
    second.send(asked("/echo"));
    std::this_thread::sleep_for(200ms);
    RawConnection third = connect();
    third.send(asked("/echo"));
    expectNotReady(third.receive());
    answerer_.release();
    EXPECT_EQ(first.receive().status, 200);
    EXPECT_EQ(second.receive().status, 200);
}

TEST_F(FrontOverload, OneCompanyLeavesAThreadToOthers) {
    limits().patience = 2s;
    limits().queue = 4;
    start();
    std::vector<RawConnection> noisy;
    for (int i = 0; i < 3; ++i) {
        noisy.push_back(connect());
        noisy.back().send(get("/wait", "X-Company: noisy\r\n"));
    }
    ASSERT_TRUE(eventually([&] { return answerer_.waiting == 3; }));
    RawConnection own = connect();
    own.send(get("/wait", "X-Company: noisy\r\nX-Request-Id: mine\r\n"));
    RawConnection other = connect();
    for (int i = 0; i < 20; ++i) {
        other.send(get("/echo", "X-Company: quiet\r\n"));
        ASSERT_EQ(other.receive().status, 200);
    }
    const Answer answer = own.receive();
    EXPECT_EQ(answer.status, 429);
    EXPECT_EQ(answer.code(), "too-many-requests");
    EXPECT_EQ(answer.header("retry-after"), "1");
    EXPECT_EQ(answer.header("x-request-id"), "mine");
    EXPECT_EQ(answerer_.waiting, 3) << "refused before anything was done";
    answerer_.release();
    for (RawConnection& one : noisy) {
        EXPECT_EQ(one.receive().status, 200);
    }
    own.send(get("/echo", "X-Company: noisy\r\n"));
    EXPECT_EQ(own.receive().status, 200) << "the connection was kept";
}

TEST_F(FrontOverload, TheRequestsOfOneCompanyWaitOnAFewPlacesAndGoOnInTheirOrder) {
    limits().patience = 60s;
    limits().queue = 4;
    start();
    std::vector<RawConnection> noisy;
    for (int i = 0; i < 6; ++i) { // three run, three wait
        noisy.push_back(connect());
        noisy.back().send(get("/wait", "X-Company: noisy\r\n"));
    }
    ASSERT_TRUE(eventually([&] { return answerer_.waiting == 3; }));
    std::this_thread::sleep_for(200ms);
    RawConnection excess = connect();
    excess.send(get("/wait", "X-Company: noisy\r\n"));
    EXPECT_EQ(excess.receive().status, 429) << "at once: its places are taken";
    RawConnection other = connect();
    other.send(get("/echo", "X-Company: quiet\r\n"));
    EXPECT_EQ(other.receive().status, 200);
    answerer_.release();
    for (RawConnection& one : noisy) {
        EXPECT_EQ(one.receive().status, 200);
    }
}

TEST_F(FrontOverload, ACompanyMayHaveEverythingWhereTheShareIsTheWhole) {
    limits().companyPercent = 100;
    start();
    std::vector<RawConnection> clients;
    for (int i = 0; i < 4; ++i) {
        clients.push_back(connect());
        clients.back().send(get("/wait", "X-Company: only\r\n"));
    }
    EXPECT_TRUE(eventually([&] { return answerer_.waiting == 4; }));
}

TEST_F(FrontOverload, HealthAndTheReservedRoutesKeepTheirShare) {
    limits().patience = 60s;
    limits().queue = 1;
    start();
    const auto busy = occupyAll();
    RawConnection queued = connect();
    queued.send(asked("/echo"));
    RawConnection client = connect();
    for (const char* path : {"/health", "/reserved", "/health", "/reserved"}) {
        client.send(asked(path));
        EXPECT_EQ(client.receive().status, 200) << path;
    }
}

TEST_F(FrontOverload, BodiesTogetherHoldOnlySoMuchMemory) {
    limits().bodyMemory = 2UL * 1024 * 1024;
    start();
    std::vector<RawConnection> half;
    const std::string bytes(500'000, 'x');
    for (int i = 0; i < 4; ++i) {
        half.push_back(connect());
        half.back().send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n" + bytes);
    }
    std::this_thread::sleep_for(300ms);
    RawConnection small = connect();
    small.send(post("/echo", std::string(10'000, 's')));
    EXPECT_EQ(small.receive().status, 200);
    RawConnection large = connect();
    large.send("POST /echo HTTP/1.1\r\nHost: a\r\nX-Request-Id: mine\r\nContent-Length: 1000000\r\n\r\n" +
               bytes);
    expectNotReady(large.receive());
    half.clear();
    EXPECT_TRUE(eventually([&] {
        RawConnection again = connect();
        again.send(post("/echo", bytes));
        return again.receive().status == 200;
    }));
}

TEST_F(FrontOverload, ManyClientsAtOnceAreAllAnswered) {
    limits().threads = 8;
    start();
    std::atomic<int> answered{0};
    std::vector<std::thread> clients;
    for (int c = 0; c < 32; ++c) {
        clients.emplace_back([&, c] {
            RawConnection client = connect();
            for (int i = 0; i < 100; ++i) {
                const std::string body = std::to_string(c) + '/' + std::to_string(i);
                client.send(post("/echo", body));
                answered += client.receive().body == body ? 1 : 0;
            }
        });
    }
    for (std::thread& client : clients) {
        client.join();
    }
    EXPECT_EQ(answered, 3200);
}

} // namespace
} // namespace svc::test

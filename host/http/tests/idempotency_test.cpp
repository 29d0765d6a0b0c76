#include "host/http/tests/pipeline_fixture.hpp"

#include <condition_variable>
#include <mutex>
#include <thread>

namespace svc::host::http {
namespace {

class IdempotencyTest : public testing::PipelineTest {
protected:
    Answer send(const std::string& text, const std::string& key) {
        return post(text, {{"Idempotency-Key", key}});
    }
};

TEST_F(IdempotencyTest, ASecondRequestGetsTheStoredAnswer) {
    const Answer first = send(body(R"(,"typo":1)"), key_);
    const Answer second = send(body(R"(,"typo":1)"), key_);
    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(second.status, 201);
    EXPECT_EQ(second.body, first.body);
    EXPECT_EQ(header(first, "Idempotent-Replay"), "");
    EXPECT_EQ(header(second, "Idempotent-Replay"), "true");
    EXPECT_EQ(header(second, "Idempotent-Body-Mismatch"), "");
    EXPECT_EQ(header(second, "Svc-Ignored-Fields"), "typo");
    EXPECT_EQ(header(second, "Content-Type"), "application/json");
    EXPECT_EQ(runs_, 1);
    EXPECT_EQ(effects(), 1U);
}

TEST_F(IdempotencyTest, AnotherBodyGetsTheStoredAnswerAndIsTold) {
    send(body(), key_);
    const Answer second = send(body(R"(,"note":"x")"), key_);
    EXPECT_EQ(second.status, 201);
    EXPECT_EQ(header(second, "Idempotent-Body-Mismatch"), "true");
    const Answer broken = send("nonsense", key_);
    EXPECT_EQ(broken.status, 201);
    EXPECT_EQ(header(broken, "Idempotent-Replay"), "true");
    EXPECT_EQ(runs_, 1);
}

TEST_F(IdempotencyTest, AnotherPathIsRefused) {
    send(body(), key_);
    const Answer other = ask("POST", "/companies/com_1/orders/o/send", "{}",
                             {{"Authorization", "Bearer live"}, {"Idempotency-Key", key_}});
    EXPECT_EQ(code(other), "idempotency-key-reused");
}

TEST_F(IdempotencyTest, ARefusalOfARuleIsStoredWithoutItsEffects) {
    handlers_["createOrder"] = [](Exchange& exchange) {
        createOrder(exchange);
        throw ApiError(400, "amount-above-outstanding");
    };
    EXPECT_EQ(code(send(body(), key_)), "amount-above-outstanding");
    const Answer second = send(body(), key_);
    EXPECT_EQ(code(second), "amount-above-outstanding");
    EXPECT_EQ(header(second, "Idempotent-Replay"), "true");
    EXPECT_EQ(runs_, 1);
    EXPECT_EQ(effects(), 0U);
}

TEST_F(IdempotencyTest, AMalformedBodyAndAFaultLeaveTheKeyFree) {
    EXPECT_EQ(code(send("{}", key_)), "field-required:partnerId");
    int failures = 1;
    handlers_["createOrder"] = [&](Exchange& exchange) {
        createOrder(exchange);
        if (failures-- > 0) {
            throw std::runtime_error("once");
        }
    };
    EXPECT_EQ(send(body(), key_).status, 500);
    EXPECT_EQ(send(body(), key_).status, 201);
    EXPECT_EQ(effects(), 1U);
}

TEST_F(IdempotencyTest, AKeyIsForgottenAfterADay) {
    send(body(), key_);
    clock_.setOffset(23 * Instant::Hour);
    EXPECT_EQ(header(send(body(), key_), "Idempotent-Replay"), "true");
    clock_.setOffset(25 * Instant::Hour);
    EXPECT_EQ(header(send(body(), key_), "Idempotent-Replay"), "");
    EXPECT_EQ(runs_, 2);
}

TEST_F(IdempotencyTest, WhileTheFirstRunsTheOthersAreInFlight) {
    std::mutex mutex;
    std::condition_variable changed;
    bool running = false;
    bool release = false;
    handlers_["createOrder"] = [&](Exchange& exchange) {
        std::unique_lock lock(mutex);
        running = true;
        changed.notify_all();
        changed.wait(lock, [&] { return release; });
        createOrder(exchange);
    };
    Answer first;
    std::thread thread([&] { first = send(body(), key_); });
    {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return running; });
    }
    const Answer second = send(body(), key_);
    EXPECT_EQ(second.status, 409);
    EXPECT_EQ(code(second), "in-flight");
    EXPECT_EQ(header(second, "Retry-After"), "1");
    {
        const std::lock_guard lock(mutex);
        release = true;
        changed.notify_all();
    }
    thread.join();
    EXPECT_EQ(first.status, 201);
    EXPECT_EQ(header(send(body(), key_), "Idempotent-Replay"), "true");
    EXPECT_EQ(runs_, 1);
}

TEST_F(IdempotencyTest, ADryRunNeitherReadsNorTakesTheKey) {
    const Answer dry = post(body(), {{"Idempotency-Key", key_}, {"Svc-Dry-Run", "true"}});
    EXPECT_EQ(dry.status, 200);
    EXPECT_EQ(header(send(body(), key_), "Idempotent-Replay"), "");
    EXPECT_EQ(effects(), 1U);
}

TEST_F(IdempotencyTest, OnReadsTheHeaderIsIgnored) {
    const Answer answer = ask("GET", "/companies/com_1/orders", {},
                              {{"Authorization", "Bearer live"}, {"Idempotency-Key", "x"}});
    EXPECT_EQ(answer.status, 200);
}

} // namespace
} // namespace svc::host::http

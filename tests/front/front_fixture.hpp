#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

#include <gmock/gmock.h>

#include "host/http/front/front.hpp"
#include "host/http/pipeline/request_gate.hpp"
#include "support/raw_client.hpp"

namespace svc::test {

namespace http = svc::host::http;
using namespace std::chrono_literals;

/// Records its requests. Paths: /echo (answers the body), /size?<bytes>, /wait (until released), /reserved,
/// /health (instant), /hold (holds the event loop until released), /large (body of 20 MiB, after permission),
/// /guarded (the same, never permitted).
class EchoAnswerer : public http::Answerer {
public:
    http::Reception receive(http::RawRequest& request) override {
        http::Reception reception;
        try {
            const http::Framing framing = http::RequestGate::check(request);
            const std::string& path = request.target;
            const bool large = path == "/large" || path == "/guarded";
            reception.bodyLimit = large ? 20UL * 1024 * 1024 : 1024UL * 1024;
            http::RequestGate::checkSize(framing, reception.bodyLimit);
            if (path == "/missing") {
                throw http::Refused(404, "not-found");
            }
            reception.lane = path == "/reserved" ? http::Lane::Reserved : http::Lane::Work;
            reception.instant = path == "/health" || path == "/hold";
            reception.whose = request.header("X-Company").value_or("");
            reception.permitted = !large;
        } catch (const http::Refused& refused) {
            reception.refusal = refuse(request, refused);
        }
        return reception;
    }
    std::optional<http::Answer> permit(http::RawRequest& request) override {
        if (request.target == "/guarded") {
            return refuse(request, http::Refused(401, "api-key-invalid"));
        }
        return std::nullopt;
    }
    http::Answer handle(http::RawRequest& request) override {
        ++handled;
        if (request.target == "/wait" || request.target == "/hold") {
            std::unique_lock lock(mutex_);
            ++waiting;
            released_.wait(lock, [this] { return open_; });
        }
        http::Answer answer{.headers = {{"Content-Type", "text/plain"}}, .body = std::move(request.body)};
        if (request.target.rfind("/size?", 0) == 0) {
            answer.body.assign(std::stoul(request.target.substr(6)), 'x');
        } else if (request.target == "/secure") {
            answer.body = request.secure ? "yes" : "no";
        }
        return answer;
    }
    http::Answer refuse(http::RawRequest& request, const http::Refused& refusal) override {
        http::Answer answer = http::errorAnswer(refusal.status(), refusal.code());
        answer.headers.insert(answer.headers.end(), refusal.headers().begin(), refusal.headers().end());
        answer.headers.emplace_back("X-Request-Id",
                                    std::string(request.header("X-Request-Id").value_or("made")));
        const bool body = request.header("Content-Length").value_or("0") != "0";
        answer.close = refusal.closes() || body;
        return answer;
    }
    /// Releases every /wait, current and later.
    void release() {
        const std::lock_guard lock(mutex_);
        open_ = true;
        released_.notify_all();
    }

    std::atomic<int> handled{0};
    std::atomic<int> waiting{0};

private:
    std::mutex mutex_;
    std::condition_variable released_;
    bool open_ = false;
};

class FrontTest : public ::testing::Test {
protected:
    FrontTest() {
        options_.address = "127.0.0.1";
        options_.limits.threads = 4;
    }
    ~FrontTest() override {
        answerer_.release();
        front_.reset();
    }
    http::FrontLimits& limits() { return options_.limits; }
    void start() {
        front_ = std::make_unique<http::Front>(options_, answerer_);
        front_->start();
    }
    RawConnection connect(const std::string& from = {}) const { return RawConnection(front_->port(), from); }
    static std::string get(const std::string& path, const std::string& lines = {}) {
        return "GET " + path + " HTTP/1.1\r\nHost: a\r\n" + lines + "\r\n";
    }
    static std::string post(const std::string& path, const std::string& body, const std::string& lines = {}) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size()) +
               "\r\n" + lines + "\r\n" + body;
    }
    /// Waits until the condition holds; returns false after a long timeout, so that slow machines do not
    /// fail.
    template <class Condition>
    static bool eventually(Condition condition) {
        for (int i = 0; i < 1000; ++i) {
            if (condition()) {
                return true;
            }
            std::this_thread::sleep_for(10ms);
        }
        return false;
    }

    http::Front::Options options_;
    EchoAnswerer answerer_;
    std::unique_ptr<http::Front> front_;
};

} // namespace svc::test

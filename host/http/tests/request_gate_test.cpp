#include "host/http/pipeline/request_gate.hpp"

#include <svc/text.hpp>

#include <gtest/gtest.h>

namespace svc::host::http {
namespace {

RawRequest post(Headers headers) {
    RawRequest request;
    request.method = "POST";
    request.target = "/companies/c/sales";
    request.version = "HTTP/1.1";
    request.headers = std::move(headers);
    request.headers.emplace_back("Host", "localhost");
    return request;
}

int statusOf(const RawRequest& request) {
    try {
        RequestGate::check(request);
        return 200;
    } catch (const Refused& refused) {
        EXPECT_TRUE(refused.closes());
        return refused.status();
    }
}

std::string codeOf(const RawRequest& request) {
    try {
        RequestGate::check(request);
        return {};
    } catch (const Refused& refused) {
        return refused.code();
    }
}

TEST(RequestGate, AcceptsALengthOrChunks) {
    EXPECT_EQ(RequestGate::check(post({{"Content-Length", "12"}})).length, 12U);
    EXPECT_TRUE(RequestGate::check(post({{"Transfer-Encoding", "Chunked"}})).chunked);
}

TEST(RequestGate, RefusesAmbiguousLengths) {
    EXPECT_EQ(statusOf(post({{"Content-Length", "5"}, {"Transfer-Encoding", "chunked"}})), 400);
    EXPECT_EQ(statusOf(post({{"Content-Length", "5"}, {"Content-Length", "5"}})), 400);
    EXPECT_EQ(statusOf(post({{"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "chunked"}})), 400);
    EXPECT_EQ(statusOf(post({{"Transfer-Encoding", "gzip, chunked"}})), 400);
    for (const char* length : {"+2", "-1", "", "2a", "0x2", "2, 2", "9999999999999999999", "2\v"}) {
        EXPECT_EQ(statusOf(post({{"Content-Length", length}})), 400) << length;
    }
    RawRequest old = post({{"Transfer-Encoding", "chunked"}});
    old.version = "HTTP/1.0";
    EXPECT_EQ(statusOf(old), 400);
}

TEST(RequestGate, TakesARequestWithoutLengthForOneWithoutBody) {
    RawRequest request = post({});
    for (const char* method : {"POST", "PATCH", "PUT", "GET", "HEAD", "DELETE", "TRACE"}) {
        request.method = method;
        EXPECT_EQ(statusOf(request), 200) << method;
        EXPECT_FALSE(RequestGate::check(request).mayHaveBody()) << method;
    }
}

TEST(RequestGate, RefusesASecondLineOfAHeaderThatStandsOnce) {
    for (const char* name :
         {"Idempotency-Key", "Authorization", "Content-Type", "If-Match", "Svc-Version", "Svc-Dry-Run"}) {
        EXPECT_EQ(statusOf(post({{name, "a"}})), 200) << name;
        EXPECT_EQ(statusOf(post({{name, "a"}, {name, "a"}})), 400) << name;
        EXPECT_EQ(codeOf(post({{name, "a"}, {lowerAscii(name), "b"}})),
                  "header-repeated:" + std::string(name));
    }
    for (const char* name : {"Accept-Language", "X-Forwarded-For", "Accept", "Cookie"}) {
        EXPECT_EQ(statusOf(post({{name, "a"}, {name, "b"}})), 200) << name << " is a list";
    }
}

TEST(RequestGate, RefusesHeadersThatAreNoTokensOrHoldControls) {
    EXPECT_EQ(statusOf(post({{"Content-Length", "0"}, {"X Y", "1"}})), 400);
    EXPECT_EQ(statusOf(post({{"Content-Length", "0"}, {"", "1"}})), 400);
    EXPECT_EQ(statusOf(post({{"Content-Length", "0"}, {"X", std::string("a\0b", 3)}})), 400);
    EXPECT_EQ(statusOf(post({{"Content-Length", "0"}, {"X", "a\r\nY: b"}})), 400);
    EXPECT_EQ(statusOf(post({{"Content-Length", "0"}, {"X", "a\tb é"}})), 200);
}

TEST(RequestGate, WantsExactlyOneHostAndAKnownVersion) {
    EXPECT_EQ(statusOf(post({{"Content-Length", "0"}, {"Host", "other"}})), 400);
    RawRequest request = post({{"Content-Length", "0"}});
    request.headers.pop_back();
    EXPECT_EQ(statusOf(request), 400);
    request.version = "HTTP/1.0";
    EXPECT_EQ(statusOf(request), 200);
    request = post({{"Content-Length", "0"}});
    request.version = "HTTP/9.9";
    EXPECT_EQ(statusOf(request), 400);
}

TEST(RequestGate, LimitsTheLineAndTheHeaders) {
    RawRequest request = post({{"Content-Length", "0"}});
    request.target = "/" + std::string(9000, 'a');
    EXPECT_EQ(statusOf(request), 414);
    request = post({{"Content-Length", "0"}});
    request.headers.resize(101, {"X", "1"});
    EXPECT_EQ(statusOf(request), 431);
    request = post({{"Content-Length", "0"}, {"X", std::string(33 * 1024, 'a')}});
    EXPECT_EQ(statusOf(request), 431);
    request = post({{"Content-Length", "0"}});
    request.target = "http://elsewhere/";
    EXPECT_EQ(statusOf(request), 400);
}

TEST(RequestGate, RefusesALengthAboveTheLimitOfTheRoute) {
    const Framing framing = RequestGate::check(post({{"Content-Length", "11"}}));
    EXPECT_NO_THROW(RequestGate::checkSize(framing, 11));
    EXPECT_THROW(RequestGate::checkSize(framing, 10), Refused);
}

TEST(RequestGate, AcceptsOnlyTheMediaTypesOfTheOperation) {
    openapi::Operation operation;
    operation.hasBody = true;
    operation.bodyTypes = {"application/json"};
    const auto accepts = [&](Headers headers) {
        try {
            RequestGate::checkType(post(std::move(headers)), operation);
            return true;
        } catch (const Refused& refused) {
            EXPECT_EQ(refused.status(), 415);
            return false;
        }
    };
    EXPECT_TRUE(accepts({{"Content-Type", "Application/JSON; charset=utf-8"}}));
    EXPECT_FALSE(accepts({{"Content-Type", "text/plain"}}));
    EXPECT_FALSE(accepts({}));
    EXPECT_FALSE(accepts({{"Content-Type", "application/json"}, {"Content-Encoding", "gzip"}}));
}

} // namespace
} // namespace svc::host::http

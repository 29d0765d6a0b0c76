#include "host/http/front/address_set.hpp"
#include "host/http/front/answer_writer.hpp"
#include "host/http/pipeline/checks/access.hpp"
#include "host/http/pipeline/idempotency.hpp"
#include "host/http/pipeline/language.hpp"
#include "host/http/pipeline/request_id.hpp"

#include <svc/error.hpp>

#include <gtest/gtest.h>

#include <filesystem>
#include <stdexcept>
#include <string>

#include <fcntl.h>
#include <sys/socket.h>

namespace svc::host::http {
namespace {

TEST(Language, IsTheBestOfThoseServedElseTheCompanys) {
    EXPECT_EQ(chooseLanguage("fr-FR,fr;q=0.9,en;q=0.8", "en"), "fr");
    EXPECT_EQ(chooseLanguage("es, de;q=0.5, en;q=0.4", "fr"), "de");
    EXPECT_EQ(chooseLanguage("es", "fr"), "fr");
    EXPECT_EQ(chooseLanguage(std::nullopt, "de"), "de");
    EXPECT_EQ(chooseLanguage("en;q=0, fr;q=x", "pt"), "en");
}

TEST(AnswerWriter, ASpooledBodyIsSentInTurns) {
    int ends[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends), 0);
    Stream sender(ends[0]);
    Stream receiver(ends[1]);
    std::string body;
    for (int line = 0; body.size() < 6'000'000; ++line) {
        body += std::to_string(line) + "\r\n";
    }
    Answer answer;
    answer.spool = std::make_shared<SpoolFile>(std::filesystem::temp_directory_path());
    answer.spool->write(body);
    AnswerWriter writer(std::move(answer), {});
    std::string received;
    std::string buffer(65536, '\0');
    for (Stream::State state = Stream::State::WantsWrite; state != Stream::State::Done;) {
        state = writer.flush(sender);
        ASSERT_NE(state, Stream::State::Ended);
        EXPECT_FALSE(writer.empty());
        for (Stream::Outcome outcome = receiver.read(buffer.data(), buffer.size()); outcome.count > 0;
             outcome = receiver.read(buffer.data(), buffer.size())) {
            received.append(buffer, 0, outcome.count);
        }
    }
    const std::size_t head = received.find("\r\n\r\n") + 4;
    EXPECT_NE(received.find("Content-Length: " + std::to_string(body.size()) + "\r\n"), std::string::npos);
    EXPECT_EQ(writer.written(), received.size());
    EXPECT_TRUE(received.substr(head) == body);
}

TEST(RequestId, EchoesOnlyTheAllowedForm) {
    EXPECT_EQ(requestId("order-7_a.b"), "order-7_a.b");
    for (const std::string& bad :
         {std::string(), std::string(65, 'a'), std::string("a b"), std::string("a\"b")}) {
        EXPECT_NE(requestId(bad), bad);
        EXPECT_EQ(requestId(bad).size(), 32U);
    }
    EXPECT_NE(requestId(std::nullopt), requestId(std::nullopt));
}

TEST(Addresses, BlocksOfBothFamiliesAreUnderstood) {
    const AddressSet set({"10.0.0.0/8", "2001:db8::/33", "192.0.2.7"});
    EXPECT_TRUE(set.contains("10.200.3.4"));
    EXPECT_TRUE(set.contains("::ffff:10.1.1.1"));
    EXPECT_FALSE(set.contains("11.0.0.1"));
    EXPECT_TRUE(set.contains("2001:db8:1::1"));
    EXPECT_FALSE(set.contains("2001:db8:8000::1"));
    EXPECT_FALSE(set.contains("nonsense"));
    EXPECT_THROW(AddressSet({"10.0.0.0/33"}), std::invalid_argument);
    EXPECT_THROW(AddressSet({"host.example"}), std::invalid_argument);
    EXPECT_TRUE(isLoopback("127.8.8.8"));
    EXPECT_FALSE(isLoopback("128.0.0.1"));
}

TEST(Addresses, ForwardedOnesAreBelievedFromTrustedProxiesOnly) {
    const AddressSet proxies({"10.0.0.0/8"});
    const Headers headers{{"X-Forwarded-For", "198.51.100.1, 203.0.113.9, 10.0.0.3"}};
    EXPECT_EQ(clientAddress(headers, "10.0.0.2", proxies), "203.0.113.9");
    EXPECT_EQ(clientAddress(headers, "192.0.2.1", proxies), "192.0.2.1");
    EXPECT_EQ(clientAddress({}, "10.0.0.2", proxies), "10.0.0.2");
    EXPECT_EQ(clientAddress({{"X-Forwarded-For", "junk"}}, "10.0.0.2", proxies), "10.0.0.2");
}

class AccessTest : public ::testing::Test {
protected:
    AccessTest() {
        const auto scope = [&](std::string name, std::string module, bool keyOnly = false,
                               std::string session = {}) {
            Scope one;
            one.scope = std::move(name);
            one.module = std::move(module);
            one.keyOnly = keyOnly;
            one.sessionScope = std::move(session);
            catalogue_.add(one);
        };
        scope("sales:view", "Sales");
        scope("sales:create", "Sales");
        scope("items:create", "Stock and catalogue");
        scope("settings:company", "Settings");
        scope("developers:manage", "Settings (never a key)");
        scope("events:read", "Events and webhooks", true, "developers:manage");
    }
    std::string refusal(const std::string& needed, Caller::Kind kind, std::vector<std::string> held) {
        Route route;
        route.scopes = {catalogue_.scope(needed)};
        Caller caller;
        caller.kind = kind;
        caller.scopes = std::move(held);
        try {
            checkScope(route, caller, catalogue_);
            return {};
        } catch (const Refused& refused) {
            EXPECT_EQ(refused.status(), 403);
            EXPECT_EQ(refused.headers().at(0).first, "Svc-Missing-Scope");
            missing_ = refused.headers().at(0).second;
            return refused.code();
        }
    }
    std::string missing_;
    Catalogue catalogue_;
};

TEST_F(AccessTest, ForbiddenMeansNoScopeOfTheModuleMissingPermissionAnother) {
    const auto key = Caller::Kind::Key;
    EXPECT_EQ(refusal("sales:create", key, {"sales:create"}), "");
    EXPECT_EQ(refusal("sales:create", key, {"sales:view"}), "missing-permission");
    EXPECT_EQ(refusal("sales:create", key, {"items:create"}), "forbidden");
    EXPECT_EQ(refusal("sales:create", key, {}), "forbidden");
    EXPECT_EQ(missing_, "sales:create");
}

TEST_F(AccessTest, ASessionHoldsWhatStandsForAKeyOnlyScope) {
    const auto session = Caller::Kind::Session;
    EXPECT_EQ(refusal("events:read", session, {"developers:manage"}), "");
    EXPECT_EQ(refusal("events:read", session, {"settings:company"}), "missing-permission");
    EXPECT_EQ(refusal("events:read", session, {"sales:view"}), "forbidden");
    EXPECT_EQ(missing_, "developers:manage") << "the scope that a session can hold";
    EXPECT_EQ(refusal("events:read", Caller::Kind::Key, {"events:read"}), "");
}

TEST_F(AccessTest, KeysAreKeptFromSessionRoutesAndTestKeysFromWrites) {
    openapi::Operation operation;
    operation.method = "POST";
    Route route;
    route.operation = &operation;
    Caller key;
    key.kind = Caller::Kind::Key;
    key.live = false;
    EXPECT_THROW(checkCallerKind(route, key, false), ApiError);
    EXPECT_NO_THROW(checkCallerKind(route, key, true));
    operation.method = "GET";
    EXPECT_NO_THROW(checkCallerKind(route, key, false));
    operation.callers = openapi::Operation::Callers::Session;
    key.live = true;
    EXPECT_THROW(checkCallerKind(route, key, false), ApiError);
}

TEST(IdempotencyKey, HasEightToTwoHundredCharacters) {
    EXPECT_THROW(Idempotency("1234567", "POST", "/", {}, ""), ApiError);
    EXPECT_NO_THROW(Idempotency("12345678", "POST", "/", {}, ""));
    EXPECT_NO_THROW(Idempotency(std::string(200, 'k'), "POST", "/", {}, ""));
    EXPECT_THROW(Idempotency(std::string(201, 'k'), "POST", "/", {}, ""), ApiError);
}

TEST(IdempotencyKey, KeepsRefusalsOfRulesOnly) {
    EXPECT_TRUE(Idempotency::keeps(201, ""));
    EXPECT_TRUE(Idempotency::keeps(400, "insufficient-stock:itm_1:0"));
    EXPECT_TRUE(Idempotency::keeps(400, "amount-above-outstanding"));
    EXPECT_TRUE(Idempotency::keeps(404, "sale-not-found"));
    for (const char* code : {"field-required:a", "field-invalid:a", "amount-required", "body-invalid"}) {
        EXPECT_FALSE(Idempotency::keeps(400, code)) << code;
    }
    for (const int status : {401, 403, 409, 412, 413, 415, 429, 500, 503}) {
        EXPECT_FALSE(Idempotency::keeps(status, "x")) << status;
    }
}

} // namespace
} // namespace svc::host::http

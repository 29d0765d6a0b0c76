// Routes without authentication: bound to the company of their path.
#include <algorithm>
#include <array>
#include <openssl/sha.h>
#include <tuple>

#include <svc/encoding.hpp>

#include "host/core/work_fault.hpp"
#include "host/db/flusher.hpp"
#include "host/http/pipeline/refusal_page.hpp"
#include "pipeline_fixture.hpp"

namespace svc::host::http {
namespace {

class PublicRoutes : public testing::PipelineTest {
protected:
    const openapi::Contract pages_ = openapi::Contract::parse("pages", Json::parse(R"({"paths":{
        "/pages/{page}": {
          "parameters": [ { "name": "page", "in": "path", "x-rest": true, "schema": { "type": "string" } } ],
          "get": { "operationId": "readPage", "x-caller": "public", "x-company": "none",
                   "responses": { "200": { "content": { "text/html": {} } } } } } }})"));
};

TEST_F(PublicRoutes, TheSlugOfThePathBindsTheCompanyAndNobodyIsTheActor) {
    handlers_["sayHello"] = [](Exchange& exchange) {
        ASSERT_NE(exchange.work, nullptr);
        EXPECT_EQ(exchange.work->company().id.toString(), db::testing::SharedCluster::First);
        EXPECT_EQ(exchange.work->actor().kind, Actor::Kind::None);
        // The page is in the language of the reader, else in that of the company.
        EXPECT_EQ(exchange.language, "fr");
        exchange.reply(200, Json::object());
    };
    EXPECT_EQ(ask("GET", "/public/cafe/hello", {}, {}).status, 200);
    EXPECT_EQ(gatekeeper_.asked, 0);
    const Answer unknown = ask("GET", "/public/nobody/hello", {}, {});
    EXPECT_EQ(unknown.status, 404);
    EXPECT_EQ(code(unknown), "shop-not-found");
}

TEST_F(PublicRoutes, ATokenOfThePathTellsCompanyAndDocument) {
    handlers_["answerOrder"] = [](Exchange& exchange) {
        EXPECT_EQ(exchange.parameters.at("documentKind"), "order");
        EXPECT_EQ(exchange.parameters.at("documentId"), "ord_1");
        exchange.reply(200, Json::object());
    };
    EXPECT_EQ(ask("POST", "/public/orders/sealed", "{}", {}).status, 200);
    EXPECT_EQ(code(ask("POST", "/public/orders/guessed", "{}", {})), "document-not-found");
}

TEST_F(PublicRoutes, APageOfNoCompanyIsAnsweredWithoutTransaction) {
    pipeline_->add(pages_.operations().front()).handler = [](Exchange& exchange) {
        ASSERT_NE(exchange.work, nullptr);
        EXPECT_FALSE(exchange.work->inTransaction());
        EXPECT_THROW(exchange.work->begin(), WorkFault);
        EXPECT_TRUE(exchange.work->company().id.isNil());
        EXPECT_EQ(exchange.language, "de");
        exchange.answer = exchange.parameters.at("page");
        exchange.answerHeaders.emplace_back("Content-Type", "text/html; charset=utf-8");
        exchange.answerHeaders.emplace_back("Content-Security-Policy", "default-src 'self'");
    };
    const Answer answer = ask("GET", "/pages/c/com_1/sales", {}, {{"Accept-Language", "de"}});
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, "c/com_1/sales");
    EXPECT_EQ(std::count_if(answer.headers.begin(), answer.headers.end(),
                            [](const auto& one) { return one.first == "Content-Security-Policy"; }),
              1)
        << "the policy of the handler takes the place of the host's";
    EXPECT_EQ(header(answer, "Content-Security-Policy"), "default-src 'self'");
}

TEST_F(PublicRoutes, APageOfNoCompanyIsAnsweredWhileTheDatabaseIsAway) {
    pipeline_->add(pages_.operations().front()).handler = [](Exchange& exchange) {
        if (exchange.parameters.at("page") == "none") {
            throw ApiError(404, "not-found");
        }
        exchange.answerHeaders.emplace_back("Content-Type", "text/html");
    };
    db::ConnectionOptions nowhere;
    nowhere.login.connectionString = "host=/nowhere";
    db::Flusher flusher(nowhere);
    services_.flusher = &flusher;
    EXPECT_EQ(ask("GET", "/pages/login", {}, {}).status, 200);
    EXPECT_EQ(ask("GET", "/pages/none", {}, {}).status, 404);
    EXPECT_EQ(ask("GET", "/public/nobody/hello", {}, {}).status, 503);
    services_.flusher = nullptr;
}

TEST_F(PublicRoutes, NoLineOfTheLogHasTheTokenOfAPath) {
    const auto logged = [&](const std::string& method, const Headers& headers) {
        ask(method, "/public/orders/sealed?by=mail", method == "GET" ? "" : "{}", headers);
        return Json::parse(lines_.back())["path"].text();
    };
    EXPECT_EQ(logged("POST", {}), "/public/orders/{token}");
    EXPECT_EQ(logged("GET", {}), "/public/orders/{token}") << "405";
    EXPECT_EQ(logged("POST", {{"Svc-Version", "1"}}), "/public/orders/{token}") << "refused before its route";
}

TEST_F(PublicRoutes, ARefusalIsAPageForWhoReadsPages) {
    handlers_["answerOrder"] = [](Exchange&) { throw ApiError(400, "quote-not-open"); };
    const Headers german = {{"Accept", "text/html,application/xml;q=0.9"}, {"Accept-Language", "de"}};
    for (const auto& [answer, status, text] :
         {std::tuple(ask("POST", "/public/orders/sealed", "{}", german), 400, "schon beantwortet"),
          std::tuple(ask("POST", "/public/orders/guessed", "{}", german), 404, "kein Dokument"),
          std::tuple(ask("GET", "/public/nobody/hello", {}, german), 404, "kein Geschäft")}) {
        EXPECT_EQ(answer.status, status);
        EXPECT_EQ(header(answer, "Content-Type"), "text/html; charset=utf-8");
        EXPECT_EQ(header(answer, "Content-Security-Policy"), RefusalPolicy);
        EXPECT_NE(answer.body.find(text), std::string::npos) << answer.body;
        EXPECT_NE(answer.body.find("lang=\"de\""), std::string::npos);
    }
    EXPECT_EQ(code(ask("POST", "/public/orders/sealed", "{}", {{"Accept", "application/json, text/html"}})),
              "quote-not-open");
    const Answer ofPeople = ask("GET", "/companies/com_1/orders", {}, german);
    EXPECT_EQ(header(ofPeople, "Content-Type"), "application/json") << "no public page";
}

TEST_F(PublicRoutes, ThePolicyOfARefusalNamesTheDigestOfItsStyle) {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(RefusalStyle.data()), RefusalStyle.size(), digest.data());
    const std::string bytes(digest.begin(), digest.end());
    EXPECT_NE(RefusalPolicy.find("'sha256-" + base64Encode(bytes) + "'"), std::string_view::npos);
    EXPECT_EQ(refusalText("field-invalid:lines[0].quantity", "en"), refusalText("field-invalid", "en"));
    EXPECT_NE(refusalText("anything-else", "fr"), "");
}

TEST_F(PublicRoutes, WhatTheyWriteIsCommitted) {
    handlers_["answerOrder"] = [this](Exchange& exchange) {
        exchange.work->history("order", document_, "answered", "[]");
        exchange.reply(200, Json::object());
    };
    EXPECT_EQ(ask("POST", "/public/orders/sealed", "{}", {}).status, 200);
    EXPECT_EQ(effects(), 1U);
}

TEST_F(PublicRoutes, AnAnswerThatIsNoJsonIsNotComparedWithTheSchemaOfJson) {
    handlers_["answerOrder"] = [](Exchange& exchange) {
        exchange.answer = "<!doctype html>";
        exchange.answerHeaders.emplace_back("Content-Type", "text/html; charset=utf-8");
    };
    EXPECT_EQ(ask("POST", "/public/orders/sealed", "{}", {}).status, 200);
}

TEST_F(PublicRoutes, AKeyOfIdempotencyIsNotSharedWithTheCompany) {
    ASSERT_EQ(post(body(), {{"Idempotency-Key", key_}}).status, 201);
    const Answer first = ask("POST", "/public/orders/sealed", "{}", {{"Idempotency-Key", key_}});
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(header(first, "Idempotent-Replay"), "");
    const Answer second = ask("POST", "/public/orders/sealed", "{}", {{"Idempotency-Key", key_}});
    EXPECT_EQ(header(second, "Idempotent-Replay"), "true");
}

TEST_F(PublicRoutes, PagesOfNoCompanyAreNotCounted) {
    pipeline_->add(pages_.operations().front()).handler = [](Exchange& exchange) {
        exchange.answer = "page";
        exchange.answerHeaders.emplace_back("Content-Type", "text/html; charset=utf-8");
    };
    for (int count = 0; count < 601; ++count) {
        ASSERT_EQ(ask("GET", "/pages/start", {}, {}).status, 200);
    }
}

TEST_F(PublicRoutes, AnAddressMayAskSixHundredTimesAMinute) {
    for (int i = 0; i < Pipeline::LiveLimit; ++i) {
        ASSERT_EQ(ask("GET", "/public/nobody/hello", {}, {}).status, 404);
    }
    const Answer last = ask("GET", "/public/cafe/hello", {}, {});
    EXPECT_EQ(last.status, 429);
    EXPECT_NE(header(last, "Retry-After"), "");
}

} // namespace
} // namespace svc::host::http

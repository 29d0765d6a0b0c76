#include "host/http/tests/pipeline_fixture.hpp"

#include "host/db/error.hpp"

#include <thread>

namespace svc::host::http {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using testing::PipelineTest;

const auto* const Cluster = ::testing::AddGlobalTestEnvironment(new db::testing::SharedCluster);

TEST_F(PipelineTest, AWriteRunsCommitsAndCarriesTheCommonHeaders) {
    const Answer answer = post(body(), {{"X-Request-Id", "my-request"}});
    EXPECT_EQ(answer.status, 201) << answer.body;
    EXPECT_EQ(answer.body, order().dump());
    EXPECT_EQ(header(answer, "X-Request-Id"), "my-request");
    EXPECT_EQ(header(answer, "Svc-Version"), "3.0");
    EXPECT_EQ(header(answer, "RateLimit-Limit"), "600");
    EXPECT_EQ(header(answer, "RateLimit-Remaining"), "599");
    EXPECT_EQ(header(answer, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(effects(), 1U);
    ASSERT_EQ(lines_.size(), 1U);
    const Json line = Json::parse(lines_[0]);
    EXPECT_EQ(line["route"].text(), "createOrder");
    EXPECT_EQ(line["status"].integer(), 201);
    EXPECT_EQ(line["requestId"].text(), "my-request");
    ASSERT_EQ(records_.size(), 1U);
    EXPECT_EQ(records_[0].status, 201);
}

TEST_F(PipelineTest, ALongAnswerOfAReadIsKeptInAFile) {
    const std::string piece(300 * 1024, 'x');
    handlers_["listOrders"] = [&](Exchange& exchange) {
        exchange.answerHeaders.emplace_back("Content-Type", "text/csv");
        for (int i = 0; i < 5; ++i) {
            exchange.write(piece);
        }
    };
    const Answer answer = ask("GET", "/companies/com_1/orders", {}, {{"Authorization", "Bearer live"}});
    EXPECT_EQ(answer.status, 200);
    EXPECT_TRUE(answer.body.empty());
    ASSERT_NE(answer.spool, nullptr);
    EXPECT_EQ(answer.spool->size(), 5 * piece.size());
    EXPECT_EQ(answer.spool->read(4 * piece.size() + 1, 2 * piece.size()), piece.substr(1));
    EXPECT_EQ(Json::parse(lines_.back())["bytes"].integer(), static_cast<std::int64_t>(5 * piece.size()));

    handlers_["listOrders"] = [&](Exchange& exchange) {
        for (int i = 0; i < 5; ++i) {
            exchange.write(piece);
        }
        throw ApiError(409, "period-locked");
    };
    const Answer refusal = ask("GET", "/companies/com_1/orders", {}, {{"Authorization", "Bearer live"}});
    EXPECT_EQ(code(refusal), "period-locked");
    EXPECT_EQ(refusal.spool, nullptr);
}

TEST_F(PipelineTest, ErrorsHaveExactlyThreeFields) {
    const Answer answer = post("{}");
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.body,
              R"({"statusCode":400,"message":"field-required:partnerId","error":"Bad Request"})");
    EXPECT_EQ(records_.at(0).code, "field-required:partnerId");
}

TEST_F(PipelineTest, AnErrorIsUtf8WhateverItNames) {
    handlers_["createOrder"] = [](Exchange&) { throw ApiError(400, "label-unknown", {"na\xFFme"}); };
    const Answer answer = post(R"({"partnerId":"par_1","lines":[{"quantity":1,"label":"Tea"}]})");
    EXPECT_EQ(Json::parse(answer.body)["message"].text(), "label-unknown:na\uFFFDme");
    EXPECT_EQ(records_.at(0).code, "label-unknown:na\uFFFDme");
}

TEST_F(PipelineTest, TheFirstCheckThatFailsGivesTheAnswer) {
    // From the last check to the first: each request breaks one more rule.
    Headers headers;
    EXPECT_EQ(code(post("[]")), "body-invalid");
    EXPECT_EQ(code(post("[]", {{"Idempotency-Key", "short"}})), "idempotency-key-invalid");
    EXPECT_EQ(code(post("[]", {{"Idempotency-Key", "short"}}, "reader")), "missing-permission");
    EXPECT_EQ(code(post("[]", {{"Idempotency-Key", "short"}}, "test")), "forbidden");
    EXPECT_EQ(code(ask("POST", "/companies/com_2/orders", "[]", {{"Authorization", "Bearer test"}})),
              "company-not-found");
    EXPECT_EQ(code(ask("POST", "/companies/com_2/orders", "[]", {})), "api-key-invalid");
    const int asked = gatekeeper_.asked;
    EXPECT_EQ(code(ask("POST", "/companies/com_2/orders", "[]", {{"Content-Encoding", "gzip"}})),
              "content-type-unsupported");
    EXPECT_EQ(code(ask("POST", "/companies/com_2/orders", std::string(1024 * 1024 + 1, ' '), {})),
              "body-too-large");
    EXPECT_EQ(code(ask("PUT", "/companies/com_2/orders", "[]", {})), "method-not-allowed");
    EXPECT_EQ(code(ask("PUT", "/companies/com_2/orders/", "[]", {})), "not-found");
    EXPECT_EQ(code(ask("PUT", "/nothing", "[]", {{"Svc-Version", "2.0"}})), "version-unsupported:2.0");
    EXPECT_EQ(code(ask("PUT", "/nothing", "[]", {{"Svc-Version", "2.0"}, {"Host", "two"}})),
              "request-invalid");
    EXPECT_EQ(gatekeeper_.asked, asked);
    EXPECT_EQ(runs_, 0);
}

TEST_F(PipelineTest, RefusalsOfTheRouterSayWhatIsThere) {
    const Answer answer = ask("DELETE", "/companies/com_1/orders", {}, {});
    EXPECT_EQ(answer.status, 405);
    EXPECT_EQ(header(answer, "Allow"), "GET, HEAD, POST");
}

TEST_F(PipelineTest, BodiesThatAreNoJsonAreRefused) {
    for (const char* text : {"", "nonsense", "[]", "1", "{\"a\":NaN}", "{\"a\":1", "{\"a\":\"\xff\"}"}) {
        EXPECT_EQ(code(post(text)), "body-invalid") << text;
    }
    EXPECT_EQ(code(post(R"({"lines":[{"label":"a\u0000b"}]})")), "field-invalid:lines[0].label");
    std::string deep;
    for (int i = 0; i < 40; ++i) {
        deep += "{\"a\":";
    }
    EXPECT_EQ(code(post(deep)), "body-invalid");
}

TEST_F(PipelineTest, AnOptionalBodyMayBeEmpty) {
    const Answer answer =
        ask("POST", "/companies/com_1/orders/o/send", {}, {{"Authorization", "Bearer live"}});
    EXPECT_EQ(answer.status, 202) << answer.body;
    EXPECT_EQ(answer.body, "{}");
}

TEST_F(PipelineTest, IgnoredFieldsAreNamedSafely) {
    const Answer answer = post(body(R"(,"Note":1,"a\r\nb":2)"));
    EXPECT_EQ(answer.status, 201);
    EXPECT_EQ(header(answer, "Svc-Ignored-Fields"), "Note, a??b");
}

TEST_F(PipelineTest, QueryParametersAreChecked) {
    EXPECT_EQ(get("/companies/com_1/orders?limit=5&status=open,done").status, 200);
    EXPECT_EQ(code(get("/companies/com_1/orders?limit=0")), "field-invalid:limit");
    EXPECT_EQ(code(get("/companies/com_1/orders?status=open,shut")), "field-invalid:status");
    EXPECT_EQ(code(get("/companies/com_1/orders?limit=%zz")), "request-invalid");
}

TEST_F(PipelineTest, SessionRoutesAreClosedToKeys) {
    EXPECT_EQ(code(get("/companies/com_1/people")), "forbidden");
    EXPECT_EQ(get("/companies/com_1/people", "session").status, 200);
}

TEST_F(PipelineTest, PublicRoutesNeedNoCallerAndAreCountedByAddress) {
    const Answer answer = ask("GET", "/public/cafe/hello", {}, {});
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(gatekeeper_.asked, 0);
    EXPECT_EQ(header(answer, "RateLimit-Remaining"), "599");
}

TEST_F(PipelineTest, ATestKeyHasSixtyRequestsAMinute) {
    for (int i = 0; i < 60; ++i) {
        EXPECT_EQ(get("/companies/com_1/orders", "test").status, 200);
    }
    const Answer refused = get("/companies/com_1/orders", "test");
    EXPECT_EQ(refused.status, 429);
    EXPECT_EQ(code(refused), "too-many-requests");
    EXPECT_EQ(header(refused, "RateLimit-Remaining"), "0");
    EXPECT_GE(std::stoi(header(refused, "Retry-After")), 58);
    clock_.setOffset(61 * Instant::Second);
    EXPECT_EQ(get("/companies/com_1/orders", "test").status, 200);
}

TEST_F(PipelineTest, GuessingKeysIsCountedByAddress) {
    for (int i = 0; i < 600; ++i) {
        EXPECT_EQ(get("/companies/com_1/orders", "wrong").status, 401);
    }
    EXPECT_EQ(get("/companies/com_1/orders", "wrong").status, 429);
    EXPECT_EQ(get("/companies/com_1/orders").status, 200);
}

TEST_F(PipelineTest, ARequestWaitsAmongThoseOfItsCompanyOnceItsCallerWasGoodThere) {
    const std::string orders = "/companies/com_1/orders";
    EXPECT_EQ(whose(orders, "live"), "address 192.0.2.1");
    EXPECT_EQ(get(orders).status, 200);
    EXPECT_EQ(whose(orders, "live"), "com_1");
    EXPECT_EQ(whose(orders, "session"), "address 192.0.2.1") << "another caller";
    EXPECT_EQ(get(orders, "session").status, 200);
    EXPECT_EQ(whose(orders, "session"), "com_1");
    // A caller without valid credentials cannot occupy the places of a company by naming it.
    EXPECT_EQ(get(orders, "guessed").status, 401);
    EXPECT_EQ(whose(orders, "guessed"), "address 192.0.2.1");
    EXPECT_EQ(get("/companies/com_2/orders").status, 404);
    EXPECT_EQ(whose("/companies/com_2/orders", "live"), "address 192.0.2.1");
    EXPECT_EQ(whose("/public/cafe/hello", "live"), "public cafe");
}

TEST_F(PipelineTest, ARememberedCallerIsProvenWithTheFirstStatement) {
    gatekeeper_.remembers = true;
    std::string label;
    handlers_["listOrders"] = [&](Exchange& exchange) {
        label = exchange.caller.label;
        exchange.work->db().query("SELECT 1");
        exchange.reply(200, Json::array());
    };
    const Answer answer = get("/companies/com_1/orders");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(label, "Remembered");
    EXPECT_EQ(gatekeeper_.asked, 0);
    EXPECT_EQ(runs_, 1);
    EXPECT_EQ(header(answer, "RateLimit-Remaining"), "599");
}

TEST_F(PipelineTest, ARememberedCallerIsProvenBeforeAWriteRuns) {
    gatekeeper_.remembers = true;
    EXPECT_EQ(post(body()).status, 201);
    EXPECT_EQ(gatekeeper_.asked, 0);
    EXPECT_EQ(effects(), 1U);
    runs_ = 0;
    gatekeeper_.truth = "nobody";
    EXPECT_EQ(code(post(body(), {}, "revoked")), "api-key-invalid");
    EXPECT_EQ(runs_, 0) << "the handler of a write must not see a caller who is not proven";
    EXPECT_EQ(effects(), 1U);
}

TEST_F(PipelineTest, ARememberedCallerIsProvenWithoutAStatementToo) {
    gatekeeper_.remembers = true;
    EXPECT_EQ(get("/companies/com_1/orders").status, 200);
    EXPECT_EQ(gatekeeper_.asked, 0);
    gatekeeper_.truth = "something else";
    EXPECT_EQ(get("/companies/com_1/orders").status, 200);
    EXPECT_EQ(gatekeeper_.asked, 1);
}

TEST_F(PipelineTest, NothingIsAnsweredToACallerWhoIsNotWhatWasRemembered) {
    gatekeeper_.remembers = true;
    gatekeeper_.truth = "nobody";
    handlers_["listOrders"] = [&](Exchange& exchange) {
        exchange.write("what nobody may see");
        exchange.work->db().query("SELECT 1");
        exchange.reply(200, Json::array());
    };
    EXPECT_EQ(code(get("/companies/com_1/orders", "revoked")), "api-key-invalid");
    EXPECT_EQ(runs_, 1);
    // A caller that is not the cached one is served as itself, and counted once.
    const Answer answer = get("/companies/com_1/orders", "reader");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(header(answer, "RateLimit-Remaining"), "598");
}

TEST_F(PipelineTest, AHandlerThatRefusesByWhatWasRememberedIsAskedAgain) {
    gatekeeper_.remembers = true;
    for (const bool reads : {false, true}) {
        handlers_["listOrders"] = [&](Exchange& exchange) {
            if (exchange.caller.label == "Remembered") {
                if (reads) {
                    try {
                        exchange.work->db().query("SELECT 1");
                    } catch (const std::exception&) {
                        // Like a plugin that replaces every error by its own.
                    }
                }
                throw ApiError(400, "order-closed");
            }
            exchange.reply(200, Json::array());
        };
        gatekeeper_.truth = "Bearer live";
        EXPECT_EQ(code(get("/companies/com_1/orders")), "order-closed");
        gatekeeper_.truth = "something else";
        EXPECT_EQ(get("/companies/com_1/orders").status, 200);
    }
}

TEST_F(PipelineTest, ARememberedCallerIsToldWhatTheDatabaseRefuses) {
    gatekeeper_.remembers = true;
    handlers_["createOrder"] = [](Exchange& exchange) {
        try {
            exchange.work->db().query("SELECT 1 / 0");
        } catch (const db::Error&) {
            throw ApiError(400, "order-closed");
        }
    };
    EXPECT_EQ(code(post(body())), "order-closed");
    EXPECT_EQ(gatekeeper_.asked, 0);
}

TEST_F(PipelineTest, ARememberedCallerIsProvenWithItsIdempotencyKeyBeforeAWriteRuns) {
    gatekeeper_.remembers = true;
    EXPECT_EQ(post(body(), {{"Idempotency-Key", "remembered-1"}}).status, 201);
    EXPECT_EQ(gatekeeper_.asked, 0);
    EXPECT_EQ(effects(), 1U);
    const Answer again = post(body(), {{"Idempotency-Key", "remembered-1"}});
    EXPECT_EQ(header(again, "Idempotent-Replay"), "true");
    EXPECT_EQ(effects(), 1U);
    runs_ = 0;
    gatekeeper_.truth = "nobody";
    EXPECT_EQ(code(post(body(), {{"Idempotency-Key", "remembered-2"}}, "revoked")), "api-key-invalid");
    EXPECT_EQ(runs_, 0) << "the handler of a write must not see a caller who is not proven";
    EXPECT_EQ(effects(), 1U);
}

TEST_F(PipelineTest, ARequestThatIsAskedAgainIsAskedAsItCame) {
    // Spaces around texts are removed by the checks: the key must not be compared with what they left.
    const std::string spaced =
        R"({"partnerId":")" + document_ + R"(","lines":[{"quantity":1,"label":" Tea "}]})";
    EXPECT_EQ(post(spaced, {{"Idempotency-Key", key_}}).status, 201);
    gatekeeper_.remembers = true;
    gatekeeper_.truth = "nobody";
    const Answer again = post(spaced, {{"Idempotency-Key", key_}});
    EXPECT_EQ(again.status, 201);
    EXPECT_EQ(header(again, "Idempotent-Replay"), "true");
    EXPECT_EQ(header(again, "Idempotent-Body-Mismatch"), "");
    EXPECT_EQ(gatekeeper_.recalled, 1);
    EXPECT_EQ(gatekeeper_.asked, 2);
    EXPECT_EQ(effects(), 1U);
}

TEST_F(PipelineTest, ARefusalOfAnUnprovenCallerIsNotTakenAtItsWord) {
    gatekeeper_.remembers = true;
    gatekeeper_.truth = "nobody";
    EXPECT_EQ(code(get("/companies/com_1/orders?limit=0", "revoked")), "api-key-invalid");
    EXPECT_EQ(code(get("/companies/com_1/orders?limit=0", "live")), "field-invalid:limit");
}

TEST_F(PipelineTest, AReadThatAsksAgainIsBegunAgainInOneTransaction) {
    std::vector<std::string> transactions;
    handlers_["listOrders"] = [&](Exchange& exchange) {
        exchange.write("half an answer");
        transactions.clear();
        for (int i = 0; i < 3; ++i) {
            try {
                const db::Rows rows = exchange.work->db().query("SELECT transaction_timestamp()");
                transactions.emplace_back(rows.text(0, 0));
            } catch (const std::exception&) {
                // Like a plugin that replaces every error by its own.
                throw ApiError(400, "order-closed");
            }
        }
        exchange.reply(200, Json::array());
    };
    for (int i = 0; i < 3; ++i) {
        const Answer answer = get("/companies/com_1/orders");
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.body, "[]");
        ASSERT_EQ(transactions.size(), 3U);
        EXPECT_EQ(transactions[0], transactions[1]);
        EXPECT_EQ(transactions[0], transactions[2]);
    }
    EXPECT_EQ(runs_, 4) << "once too often: then it is known";
}

TEST_F(PipelineTest, AReadThatAsksOnceKeepsNoConnection) {
    std::size_t used = 1;
    handlers_["listOrders"] = [&](Exchange& exchange) {
        exchange.work->db().query("SELECT 1");
        used = db::testing::shared().pool().counters().inUse;
        exchange.reply(200, Json::array());
    };
    EXPECT_EQ(get("/companies/com_1/orders").status, 200);
    EXPECT_EQ(used, 0U);
    EXPECT_EQ(runs_, 1);
}

TEST_F(PipelineTest, AHandlerThatRefusesLeavesNothing) {
    handlers_["createOrder"] = [](Exchange& exchange) {
        createOrder(exchange);
        throw ApiError(400, "insufficient-stock", {"itm_1", "0"});
    };
    EXPECT_EQ(code(post(body())), "insufficient-stock:itm_1:0");
    EXPECT_EQ(effects(), 0U);
}

TEST_F(PipelineTest, ABrokenHandlerLeaksNothing) {
    handlers_["createOrder"] = [](Exchange&) { throw std::runtime_error("secret detail"); };
    const Answer answer = post(body());
    EXPECT_EQ(answer.body,
              R"({"statusCode":500,"message":"internal-error","error":"Internal Server Error"})");
    EXPECT_THAT(lines_.at(0), HasSubstr("secret detail"));
    EXPECT_THAT(lines_.at(0), HasSubstr(header(answer, "X-Request-Id")));
}

TEST_F(PipelineTest, ASqlMistakeIsAFaultAndADeclaredConstraintIsNot) {
    handlers_["createOrder"] = [](Exchange& exchange) { exchange.work->db().query("SELECT nothing"); };
    EXPECT_EQ(code(post(body())), "internal-error");
    handlers_["createOrder"] = [this](Exchange& exchange) {
        for (int i = 0; i < 2; ++i) {
            exchange.work->db().send(
                "INSERT INTO svc.history (company_id, kind, document_id, id, at, action) VALUES ($1, "
                "'order', $2, $1, "
                "$3, 'x')",
                {exchange.company->id.toString(), document_, exchange.work->now().toSql()});
        }
        exchange.reply(201, order());
    };
    EXPECT_EQ(code(post(body())), "already-exists:id");
}

TEST_F(PipelineTest, AConflictRepeatsTheWholeHandler) {
    handlers_["createOrder"] = [this](Exchange& exchange) {
        createOrder(exchange);
        if (runs_ < 3) {
            db::Error::Fields fields;
            fields.sqlState = "40001";
            throw db::Error(fields);
        }
    };
    EXPECT_EQ(post(body()).status, 201);
    EXPECT_EQ(runs_, 3);
    EXPECT_EQ(effects(), 1U);
}

TEST_F(PipelineTest, AConflictThatComesBackEachTimeIsNotReady) {
    handlers_["createOrder"] = [this](Exchange& exchange) {
        createOrder(exchange);
        db::Error::Fields fields;
        fields.sqlState = "40P01";
        throw db::Error(fields);
    };
    const Answer answer = post(body());
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(code(answer), "not-ready");
    EXPECT_EQ(header(answer, "Retry-After"), "1");
    EXPECT_EQ(runs_, 4);
    EXPECT_EQ(effects(), 0U);
}

TEST_F(PipelineTest, ALostDatabaseIsNotReady) {
    handlers_["createOrder"] = [](Exchange&) {
        db::Error::Fields fields;
        fields.sqlState = "08006";
        throw db::ConnectionLost(fields, false);
    };
    const Answer answer = post(body());
    EXPECT_EQ(answer.status, 503);
    EXPECT_EQ(code(answer), "not-ready");
    EXPECT_EQ(header(answer, "Retry-After"), "1");
}

TEST_F(PipelineTest, AnswersThatDoNotFitTheContractAreFaults) {
    handlers_["createOrder"] = [](Exchange& exchange) { exchange.reply(201, Json::object({{"id", 5}})); };
    EXPECT_EQ(post(body()).status, 500);
    EXPECT_THAT(lines_.at(0), HasSubstr("does not fit the contract: id: a number is not allowed"));
    handlers_["createOrder"] = [](Exchange& exchange) { exchange.reply(200, order()); };
    EXPECT_EQ(post(body()).status, 500);
    EXPECT_EQ(effects(), 0U);
}

TEST_F(PipelineTest, ADryRunDoesEverythingAndKeepsNothing) {
    const Answer answer = post(body(), {{"Svc-Dry-Run", "true"}}, "test");
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(header(answer, "Svc-Dry-Run"), "true");
    const Json json = Json::parse(answer.body);
    EXPECT_EQ(json["result"], order());
    EXPECT_EQ(json["events"][0]["type"].text(), "order.created");
    EXPECT_EQ(json["events"][0]["data"]["number"].text(), "DRAFT");
    EXPECT_EQ(json["postings"][0]["account"].text(), "411");
    EXPECT_EQ(effects(), 0U);
}

TEST_F(PipelineTest, ADryRunIsRefusedWhereItCannotBe) {
    const auto send = [&](const std::string& value) {
        return code(ask("POST", "/companies/com_1/orders/o/send", "{}",
                        {{"Authorization", "Bearer live"}, {"Svc-Dry-Run", value}}));
    };
    EXPECT_EQ(send("true"), "field-invalid:Svc-Dry-Run");
    EXPECT_EQ(send("maybe"), "field-invalid:Svc-Dry-Run");
    EXPECT_EQ(send("false"), "");
    EXPECT_EQ(code(post(body(), {{"Svc-Dry-Run", "1"}})), "field-invalid:Svc-Dry-Run");
}

TEST_F(PipelineTest, TheLanguageIsTheCallersElseTheCompanys) {
    std::string language;
    handlers_["listOrders"] = [&](Exchange& exchange) {
        language = exchange.language;
        exchange.reply(200, Json::array());
    };
    get("/companies/com_1/orders");
    EXPECT_EQ(language, "fr");
    ask("GET", "/companies/com_1/orders", {}, {{"Authorization", "Bearer live"}, {"Accept-Language", "de"}});
    EXPECT_EQ(language, "de");
}

TEST_F(PipelineTest, PluginsSeeTrimmedStringsInTheBytesToo) {
    std::string seen;
    handlers_["createOrder"] = [&](Exchange& exchange) {
        seen = exchange.body;
        exchange.reply(201, order());
    };
    post(R"({"partnerId":" p ","lines":[{"quantity":1.50,"label":"a"}]})");
    EXPECT_EQ(seen, R"({"partnerId":"p","lines":[{"quantity":1.50,"label":"a"}]})");
}

} // namespace
} // namespace svc::host::http

#include "host/openapi/contract.hpp"
#include "host/openapi/validator.hpp"
#include "sample_contract.hpp"

#include <svc/error.hpp>

#include <gmock/gmock.h>

namespace svc::host::openapi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusalOf(const std::string& text) {
    try {
        Contract::parse("demo", Json::parse(text));
        return {};
    } catch (const ContractError& error) {
        return error.what();
    }
}

TEST(Contract, OperationsCarryWhatTheExtensionsSay) {
    const Contract contract = testing::sampleContract();
    const Operation& send = *contract.operation("sendOrder");
    EXPECT_EQ(send.method, "POST");
    EXPECT_THAT(send.scopes, ElementsAre("orders:create", "orders:update"));
    EXPECT_FALSE(send.dryRun);
    EXPECT_TRUE(send.hasBody);
    EXPECT_FALSE(send.bodyRequired);
    EXPECT_TRUE(send.ofCompany());
    EXPECT_EQ(contract.operation("listOrders")->paging, Operation::Paging::Array);
    EXPECT_EQ(contract.operation("listPeople")->callers, Operation::Callers::Session);
    EXPECT_EQ(contract.operation("sayHello")->callers, Operation::Callers::Public);
    EXPECT_FALSE(contract.operation("sayHello")->ofCompany());
    EXPECT_TRUE(contract.operation("sayHello")->bound());
    EXPECT_EQ(contract.operation("sayHello")->companyParameter(), "shopSlug");
    EXPECT_EQ(contract.operation("answerOrder")->companyParameter(), "token");
    EXPECT_FALSE(contract.operation("answerOrder")->dryRun);
    EXPECT_EQ(contract.operation("nothing"), nullptr);
    EXPECT_TRUE(contract.operation("createOrder")->answers.at(201).json);
}

TEST(Contract, APublicOperationOfAPluginSaysWhereItsCompanyIs) {
    const auto refusal = [](const std::string& path, const std::string& extensions) {
        return refusalOf(R"({"paths":{")" + path + R"(":{"get":{"operationId":"x",)" + extensions +
                         R"(,"responses":{"200":{}}}}}})");
    };
    EXPECT_EQ(refusal("/public/{shopSlug}/a", R"("x-caller":"public","x-company":"shopSlug")"), "");
    EXPECT_EQ(refusal("/hooks/{companyId}/a", R"("x-caller":"public","x-company":"companyId")"), "");
    EXPECT_EQ(refusal("/oauth/callback/a", R"("x-caller":"public","x-company":"state")"), "");
    EXPECT_THAT(refusal("/public/a", R"("x-caller":"public")"), HasSubstr("needs x-company"));
    EXPECT_THAT(refusal("/public/{token}", R"("x-caller":"public","x-company":"shop")"),
                HasSubstr("x-company is shopSlug, companyId, token, state or none, found shop"));
    EXPECT_THAT(refusal("/public/{token}", R"("x-caller":"public","x-company":"shopSlug")"),
                HasSubstr("needs {shopSlug} in the path"));
    EXPECT_THAT(refusal("/public/{token}", R"("x-company":"token")"), HasSubstr("x-caller: public"));
    EXPECT_THAT(refusal("/companies/{companyId}/{token}", R"("x-caller":"public","x-company":"token")"),
                HasSubstr("outside /companies/{companyId}"));
}

TEST(Contract, AnOperationOfNoCompanyOnlyReads) {
    const auto contract = [](const std::string& method) {
        return R"({"paths":{"/console":{")" + method +
               R"(":{"operationId":"x","x-caller":"public","x-company":"none","responses":{"200":{}}}}}})";
    };
    const Contract read = Contract::parse("demo", Json::parse(contract("get")));
    EXPECT_TRUE(read.operation("x")->withoutCompany);
    EXPECT_FALSE(read.operation("x")->bound());
    EXPECT_THAT(refusalOf(contract("post")), HasSubstr("x-company: none is for GET"));
}

TEST(Contract, TheLastSegmentMayStandForTheRestOfThePath) {
    const auto contract = [](const std::string& path, const std::string& parameter) {
        return R"({"paths":{")" + path + R"(":{"parameters":[{"name":"page",)" + parameter +
               R"(,"schema":{"type":"string"}}],"get":{"operationId":"x","x-caller":"public",)"
               R"("x-company":"none","responses":{"200":{}}}}}})";
    };
    const std::string rest = R"("in":"path","x-rest":true)";
    EXPECT_TRUE(Contract::parse("demo", Json::parse(contract("/a/{page}", rest))).operation("x")->rest);
    EXPECT_FALSE(
        Contract::parse("demo", Json::parse(contract("/a/{page}", R"("in":"path")"))).operation("x")->rest);
    constexpr const char* OnlyLast = "x-rest is for the parameter that is the last segment of the path";
    EXPECT_THAT(refusalOf(contract("/a/{page}/b", rest)), HasSubstr(OnlyLast));
    EXPECT_THAT(refusalOf(contract("/a/{page}.js", rest)), HasSubstr(OnlyLast));
    EXPECT_THAT(refusalOf(contract("/a", R"("in":"query","x-rest":true)")), HasSubstr(OnlyLast));
    EXPECT_THAT(refusalOf(contract("/a/{page}", R"("in":"path","x-rest":"yes")")),
                HasSubstr("x-rest: found \"yes\", expected true"));
}

TEST(Contract, AnOperationOutsideOfATransactionRehearsesNothing) {
    const auto refusal = [](const std::string& path, const std::string& extensions) {
        return refusalOf(R"({"paths":{")" + path + R"(":{"post":{"operationId":"x","x-outside":true)" +
                         extensions + R"(,"responses":{"200":{}}}}}})");
    };
    EXPECT_EQ(refusal("/companies/{companyId}/a", ""), "");
    EXPECT_THAT(refusal("/companies/{companyId}/a", R"(,"x-dry-run":true)"), HasSubstr("x-outside"));
    EXPECT_THAT(refusal("/companies/{companyId}/a", R"(,"x-export":true)"), HasSubstr("x-outside"));
    EXPECT_THAT(refusal("/a", R"(,"x-caller":"session")"),
                HasSubstr("x-outside is for operations of a company"));
    const Contract contract = Contract::parse(
        "demo", Json::parse(R"({"paths":{"/companies/{companyId}/a":{"post":{"operationId":"x",)"
                            R"("x-outside":true,"responses":{"200":{}}}}}})"));
    EXPECT_TRUE(contract.operation("x")->outside);
    EXPECT_FALSE(contract.operation("x")->dryRun);
}

TEST(Contract, MistakesNamePluginAndPlace) {
    EXPECT_THAT(refusalOf(R"({"paths":{"/a":{"get":{"responses":{"200":{}}}}}})"),
                HasSubstr("demo/openapi.yaml: GET /a: operationId is missing"));
    EXPECT_THAT(refusalOf(R"({"paths":{"/a":{"get":{"operationId":"x","responses":{"400":{}}}}}})"),
                HasSubstr("no success is declared"));
    EXPECT_THAT(refusalOf(R"({"paths":{"/a/":{}}})"), HasSubstr("no empty segment"));
    EXPECT_THAT(refusalOf(R"({"components":{"schemas":{"A":{"type":"text"}}}})"),
                HasSubstr("unknown type text"));
    EXPECT_THAT(refusalOf(R"({"components":{"schemas":{"A":{"$ref":"#/components/schemas/A"}}}})"),
                HasSubstr("goes round in a circle"));
    EXPECT_THAT(
        refusalOf(R"({"components":{"schemas":{"A":{"type":"object","required":["b"],"properties":{}}}}})"),
        HasSubstr("required names b"));
    EXPECT_THAT(refusalOf(R"({"components":{"schemas":{"A":{"type":"string","pattern":"("}}}})"),
                HasSubstr("pattern"));
    EXPECT_THAT(
        refusalOf(
            R"({"components":{"schemas":{"A":{"type":"object","properties":{"x":{"$ref":"#/components/schemas/Gone"}}}}}})"),
        HasSubstr("no such schema: #/components/schemas/Gone"));
}

TEST(Contract, TellsAllMistakesAtOnceEachOnlyOnce) {
    EXPECT_EQ(
        refusalOf(
            R"({"paths":{"/a":{"get":{"operationId":"x","x-pgae":"page","responses":{"200":{}}},
                               "put":{"operationId":"x","responses":{"400":{}}},
                               "parameters":[{"name":"b","in":"qeury"}]},
                         "/c/":{"get":{"operationId":"c","responses":{"200":{"content":{
                                "application/json":{"schema":{"$ref":"#/components/schemas/S"}}}}}}}},
                "components":{"schemas":{"S":{"type":"strng"},"T":{"required":["d"],"minLength":-1}}}})"),
        "demo/openapi.yaml: GET /a: unknown keyword x-pgae (did you mean \"x-page\"?)\n"
        "demo/openapi.yaml: GET /a parameter b: in: found \"qeury\", expected query, path or header\n"
        "demo/openapi.yaml: #/components/schemas/T: minLength: found -1, expected a whole number from 0\n"
        "demo/openapi.yaml: PUT /a: operationId x is also that of GET /a\n"
        "demo/openapi.yaml: PUT /a: no success is declared\n"
        "demo/openapi.yaml: /c/: a path begins with / and has no empty segment\n"
        "demo/openapi.yaml: #/components/schemas/S: unknown type strng");
}

/// The error for an operation with these members, `"x-scope":[]`.
std::string refusalOfOperation(const std::string& members) {
    return refusalOf(R"({"paths":{"/a/{id}":{"get":{"operationId":"x",)" + members +
                     R"(,"responses":{"200":{}}}}}})");
}

TEST(Contract, WhatNobodyReadsIsRefusedWithItsPlace) {
    EXPECT_EQ(refusalOf(R"({"paths":{"/a":{"gett":{"operationId":"x","responses":{"200":{}}}}}})"),
              "demo/openapi.yaml: /a: unknown keyword gett (did you mean \"get\"?)");
    EXPECT_EQ(refusalOfOperation(R"("x-scopes":["a:b"])"),
              "demo/openapi.yaml: GET /a/{id}: unknown keyword x-scopes (did you mean \"x-scope\"?)");
    EXPECT_EQ(refusalOf(R"({"components":{"schemas":{"A":{"type":"string","maxLenght":3}}}})"),
              "demo/openapi.yaml: #/components/schemas/A: unknown keyword maxLenght (did you mean "
              "\"maxLength\"?)");
    EXPECT_THAT(refusalOf(R"({"components":{"schemas":{"A":{"properties":{"b":{"x-id":"notes"}}}}}})"),
                HasSubstr("#/components/schemas/A/b: x-id: found \"notes\""));
    EXPECT_THAT(refusalOf(R"({"pahts":{}})"), HasSubstr("unknown keyword pahts"));
    const auto parameters = [](const std::string& list) {
        return refusalOfOperation(R"("parameters":[)" + list + ']');
    };
    const std::string id = R"({"name":"id","in":"path","required":true,"schema":{"type":"string"}})";
    EXPECT_EQ(parameters(id), "");
    EXPECT_THAT(parameters(id + ',' + id), HasSubstr("the parameter id is there twice"));
    EXPECT_THAT(parameters(R"({"name":"noteId","in":"path","schema":{}})"),
                HasSubstr("the parameter noteId is not in the path"));
    EXPECT_THAT(parameters(R"({"name":"a","in":"qeury","schema":{}})"),
                HasSubstr("GET /a/{id} parameter a: in: found \"qeury\", expected query, path or header"));
    EXPECT_THAT(parameters(R"({"name":"a","in":"query","requird":true,"schema":{}})"),
                HasSubstr("unknown keyword requird"));
}

TEST(Contract, AnExtensionOfAnotherKindIsNamedWithItsPlace) {
    for (const auto& [members, said] : std::vector<std::pair<std::string, std::string>>{
             {R"("x-max-body":"1MiB")", R"(x-max-body: found "1MiB", expected a number of bytes)"},
             {R"("x-max-body":-1)", "x-max-body: found -1, expected a number of bytes"},
             {R"("x-dry-run":"false")", R"(x-dry-run: found "false", expected true or false)"},
             {R"("x-export":"yes")", R"(x-export: found "yes", expected true or false)"},
             {R"("x-errors":"text")", R"(x-errors: found "text", expected a list of texts)"},
             {R"("x-scope":{})", "x-scope: found a mapping, expected a scope or a list of scopes"}}) {
        EXPECT_EQ(refusalOfOperation(members), "demo/openapi.yaml: GET /a/{id}: " + said);
    }
}

TEST(Contract, ASchemaMayReferToItself) {
    const Contract contract = Contract::parse(
        "tree",
        Json::parse(R"({"components":{"schemas":{"Node":{"type":"object","required":["name"],"properties":{
            "name":{"type":"string"},"children":{"type":"array","items":{"$ref":"#/components/schemas/Node"}}}}}}})"));
    Json good = Json::parse(R"({"name":"a","children":[{"name":"b","children":[]}]})");
    Json bad = Json::parse(R"({"name":"a","children":[{"name":"b","children":[{}]}]})");
    BodyValidator validator;
    EXPECT_NO_THROW(validator.check(*contract.schema("Node"), good));
    try {
        validator.check(*contract.schema("Node"), bad);
        FAIL();
    } catch (const ApiError& error) {
        EXPECT_EQ(error.code(), "field-required:children[0].children[0].name");
    }
}

TEST(ReckonedDate, IsTheFirstOrLastForThoseBeyondIt) {
    Schema schema;
    schema.format = Format::InstantOrDate;
    EXPECT_EQ(reckonedDate(schema, "9999-12-31"), "9998-12-31");
    EXPECT_EQ(reckonedDate(schema, "0001-01-01"), "1000-01-01");
    EXPECT_EQ(reckonedDate(schema, "9999-01-01T00:00:00.000+01:00"), "9998-12-31T00:00:00Z");
    EXPECT_EQ(reckonedDate(schema, "0999-12-31T23:59:59Z"), "1000-01-01T00:00:00Z");
    EXPECT_EQ(reckonedDate(schema, "9998-12-31T23:30:00Z"), "9998-12-31T00:00:00Z");
    for (const char* near : {"2026-11-20", "9998-12-31", "1000-01-01", "2026-11-20T10:00:00Z"}) {
        EXPECT_EQ(reckonedDate(schema, near), std::nullopt) << near;
    }
    schema.format = Format::None;
    EXPECT_EQ(reckonedDate(schema, "9999-12-31"), std::nullopt);
}

TEST(Parameters, AreJudgedByTheirSchema) {
    const Contract contract = testing::sampleContract();
    const Operation& list = *contract.operation("listOrders");
    const auto passes = [&](std::size_t index, std::string_view value) {
        try {
            checkParameter(*list.query[index].schema, list.query[index].name, value);
            return true;
        } catch (const ApiError& error) {
            EXPECT_EQ(error.code(), "field-invalid:" + list.query[index].name);
            return false;
        }
    };
    EXPECT_TRUE(passes(0, "50"));
    EXPECT_TRUE(passes(0, "100000")); // lowered, not refused
    for (const std::string_view bad : {"0", "-1", "1.5", "", " 5", "+5", "five", "0x5"}) {
        EXPECT_FALSE(passes(0, bad)) << bad;
    }
    EXPECT_TRUE(passes(1, "2026-11-20"));
    EXPECT_TRUE(passes(1, "2026-11-20T10:00:00Z"));
    EXPECT_FALSE(passes(1, "20-11-2026"));
    EXPECT_TRUE(list.query[2].list);
    EXPECT_TRUE(passes(2, "open"));
    EXPECT_FALSE(passes(2, "closed"));
    EXPECT_FALSE(passes(1, std::string_view("2026-11-20\0", 11)));
}

TEST(Answers, AreComparedWithTheirSchema) {
    const Contract contract = testing::sampleContract();
    const Schema& order = *contract.schema("Order");
    const auto difference = [&](std::string_view text) {
        return findMismatch(order, Json::parse(text)).value_or("");
    };
    EXPECT_EQ(
        difference(
            R"({"id":"a","version":1,"total":5,"partner":null,"createdBy":{"kind":"user","id":"usr_1"}})"),
        "");
    EXPECT_EQ(difference(R"({"id":"a","version":1,"total":5,"partner":{"id":"p"},"createdBy":null})"), "");
    EXPECT_EQ(difference(R"({"id":"a","version":1,"partner":null})"), "total: is missing");
    EXPECT_EQ(difference(R"({"id":"a","version":1,"total":5.5,"partner":null})"), "total: unfit number 5.5");
    EXPECT_EQ(difference(R"({"id":"a","version":1,"total":5,"partner":null,"more":1})"),
              "more: is not declared");
    EXPECT_THAT(difference(R"({"id":"a","version":1,"total":5,"partner":{}})"), HasSubstr("partner"));
    EXPECT_EQ(difference(R"([])"), "the whole: an array is not allowed");
}

} // namespace
} // namespace svc::host::openapi

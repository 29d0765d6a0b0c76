#include "host/openapi/document.hpp"
#include "host/openapi/validator.hpp"
#include "sample_contract.hpp"

#include <gmock/gmock.h>

namespace svc::host::openapi {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class DocumentTest : public ::testing::Test {
protected:
    DocumentTest() {
        EventType type;
        type.type = "order.created";
        type.object = "order";
        type.module = "orders";
        type.since = "3.0";
        type.schema = "EventOrderCreated";
        type.descriptions = {{"en", "An order is made."}};
        catalogue_.add(type);
    }

    static Contract contractOf(std::string plugin, const std::string& path, const std::string& id,
                               const std::string& schema) {
        return Contract::parse(
            std::move(plugin),
            Json::parse(
                R"({"paths":{")" + path + R"(":{"get":{"operationId":")" + id +
                    R"(","responses":{"200":{"content":{"application/json":{"schema":{"$ref":"#/components/schemas/Thing"}}}}}}}},
            "components":{"schemas":{"Thing":)" +
                    schema + "}}}",
                64));
    }

    Json merge(const std::vector<const Contract*>& contracts) {
        DocumentOptions options;
        options.build = "42";
        return mergeContracts(contracts, catalogue_, options);
    }

    Catalogue catalogue_;
};

TEST_F(DocumentTest, HasVersionSecurityTagsAndTheCommonParts) {
    const Contract contract = testing::sampleContract();
    const Json document = merge({&contract});
    EXPECT_EQ(document["openapi"].text(), "3.1.0");
    EXPECT_EQ(document["info"]["version"].text(), "3.0.42");
    EXPECT_EQ(document["tags"][0]["name"].text(), "orders");
    const Json& post = document["paths"]["/companies/{companyId}/orders"]["post"];
    EXPECT_EQ(post["summary"].text(), "Create order");
    EXPECT_EQ(post["x-scope"][0].text(), "orders:create");
    const std::string parameters = post["parameters"].dump();
    EXPECT_THAT(parameters, HasSubstr(R"("name":"companyId","in":"path")"));
    EXPECT_THAT(parameters, HasSubstr("#/components/parameters/IdempotencyKey"));
    EXPECT_THAT(parameters, HasSubstr("#/components/parameters/DryRun"));
    for (const char* status : {"400", "401", "403", "404", "409", "429", "500", "503"}) {
        EXPECT_TRUE(post["responses"].contains(status)) << status;
    }
    EXPECT_TRUE(document["components"]["schemas"].contains("Error"));
    EXPECT_EQ(document["components"]["securitySchemes"]["bearer"]["scheme"].text(), "bearer");
}

TEST_F(DocumentTest, ARouteWithoutDryRunDoesNotOfferIt) {
    const Contract contract = testing::sampleContract();
    const Json document = merge({&contract});
    const std::string send = document["paths"]["/companies/{companyId}/orders/{orderId}/send"]["post"].dump();
    EXPECT_THAT(send, Not(HasSubstr("parameters/DryRun")));
    EXPECT_THAT(send, HasSubstr("parameters/IdempotencyKey"));
    EXPECT_EQ(document["paths"]["/public/{shopSlug}/hello"]["get"]["security"].size(), 0U);
}

TEST_F(DocumentTest, EventTypesAreWebhooksAndUnusedSchemasAreLeftOut) {
    const Contract contract = testing::sampleContract();
    const Json document = merge({&contract});
    EXPECT_THAT(document["webhooks"]["order.created"].dump(),
                HasSubstr("#/components/schemas/EventOrderCreated"));
    EXPECT_TRUE(document["components"]["schemas"].contains("EventOrderCreated"));
    EXPECT_FALSE(document["components"]["schemas"].contains("Unused"));
}

TEST_F(DocumentTest, TwoPluginsMayNotClaimOnePathOrOperation) {
    const Contract one = contractOf("one", "/a", "getA", R"({"type":"object"})");
    const Contract samePath = contractOf("two", "/a", "getB", R"({"type":"object"})");
    const Contract sameId = contractOf("two", "/b", "getA", R"({"type":"object"})");
    EXPECT_THROW(
        {
            try {
                merge({&one, &samePath});
            } catch (const ContractError& error) {
                EXPECT_STREQ(error.what(), "GET /a is claimed by one and by two");
                throw;
            }
        },
        ContractError);
    EXPECT_THROW(merge({&one, &sameId}), ContractError);
}

TEST_F(DocumentTest, OneNameForTwoSchemasIsToldApartByPlugin) {
    const Contract one = contractOf("one", "/a", "getA", R"({"type":"object"})");
    const Contract two = contractOf("two", "/b", "getB", R"({"type":"string"})");
    const Contract three = contractOf("three", "/c", "getC", R"({"type":"object"})");
    const Json document = merge({&one, &two, &three});
    EXPECT_THAT(document["paths"]["/b"].dump(), HasSubstr("#/components/schemas/TwoThing"));
    EXPECT_THAT(document["paths"]["/c"].dump(), HasSubstr("#/components/schemas/Thing\""));
    EXPECT_EQ(document["components"]["schemas"]["TwoThing"]["type"].text(), "string");
}

TEST_F(DocumentTest, IsServedWithATagAndCompressed) {
    const Contract contract = testing::sampleContract();
    const ServedDocument served = serve(merge({&contract}));
    EXPECT_EQ(served.etag.size(), 34U);
    EXPECT_LT(served.compressed.size(), served.text.size() / 2);
    EXPECT_EQ(served.compressed.substr(0, 2), "\x1f\x8b");
    EXPECT_EQ(serve(merge({&contract})).etag, served.etag);
}

TEST_F(DocumentTest, AnOperationTellsWhoMayCallItAndWhatItMayEmit) {
    const Contract contract = Contract::parse(
        "orders",
        Json::parse(
            R"({"paths":{"/companies/{companyId}/orders":{"post":{"operationId":"createOrder","x-scope":["orders:create","orders:all"],
            "description":"Makes one.","x-events":["order.created","of.another.plugin"],"responses":{"201":{}}}}}})",
            64));
    const Json document = merge({&contract});
    const Json& post = document["paths"]["/companies/{companyId}/orders"]["post"];
    EXPECT_EQ(post["description"].text(),
              "Makes one.\n\nNeeds the permission `orders:create` or `orders:all`.\n\nMay emit "
              "`order.created`.");
    EXPECT_EQ(post["x-events"].dump(), R"(["order.created"])");
}

TEST_F(DocumentTest, BodiesAndAnswersHaveExamplesThatTheirSchemasLetThrough) {
    const Contract contract = testing::sampleContract();
    const Json document = merge({&contract});
    const Json& post = document["paths"]["/companies/{companyId}/orders"]["post"];
    Json body = post["requestBody"]["content"]["application/json"]["example"];
    EXPECT_EQ(body["partnerId"].text(), "par_01jd9se49pj5tpbv97t342qked");
    EXPECT_EQ(body["lines"].size(), 1U);
    EXPECT_FALSE(body.contains("note")) << "only what is required";
    EXPECT_NO_THROW(BodyValidator().check(*contract.operation("createOrder")->body, body)) << body.dump();
    const Json& answer = post["responses"]["201"]["content"]["application/json"]["example"];
    EXPECT_EQ(findMismatch(*contract.operation("createOrder")->answers.at(201).schema, answer), std::nullopt)
        << answer.dump();
    EXPECT_TRUE(
        document["components"]["responses"]["Forbidden"]["content"]["application/json"].contains("example"));
}

} // namespace
} // namespace svc::host::openapi

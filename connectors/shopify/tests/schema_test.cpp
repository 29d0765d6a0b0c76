// Tests the check of documents itself; all other tests check the documents that the connector sends.
#include "graphql_check.hpp"
#include "shopify_case.hpp"

namespace svc::shopify::testing {
namespace {

class SchemaOfShopify : public Shopify {
protected:
    std::vector<std::string> faults(const std::string& document, const std::string& variables = "{}") {
        return GraphqlCheck::faults(schema, document, Json::parse(variables));
    }
    void expectFault(const std::string& fault, const std::string& document,
                     const std::string& variables = "{}") {
        EXPECT_EQ(faults(document, variables), std::vector<std::string>{fault}) << document;
    }
    Json schema = dataOf("schema.json");
};

TEST_F(SchemaOfShopify, LetsThroughWhatItKnows) {
    EXPECT_TRUE(faults("query Shop { shop { name } }").empty());
    EXPECT_TRUE(
        faults("query O($id: ID!) { order(id: $id) { ...Some lineItems(first: 2) { nodes { sku } } } }"
               " fragment Some on Order { number: name totalRefundedSet { shopMoney { amount } } }",
               R"({"id":"gid://shopify/Order/1"})")
            .empty());
}

TEST_F(SchemaOfShopify, FindsFieldsAndArgumentsThatItDoesNotKnow) {
    expectFault("Shop has no field domain", "query Shop { shop { domain } }");
    expectFault("Shop.name has no fields", "query Shop { shop { name { text } } }");
    expectFault("QueryRoot.shop needs fields", "query Shop { shop }");
    expectFault("QueryRoot.shop has no argument id", "query Shop { shop(id: 7) { name } }");
    expectFault("QueryRoot.order needs the argument id", "query O { order { name } }");
    expectFault("QueryRoot.orders(sortKey) is given NAME",
                "query O { orders(sortKey: NAME) { nodes { id } } }");
    expectFault("QueryRoot.orders(first) is given \"ten\"",
                "query O { orders(first: \"ten\") { nodes { id } } }");
    expectFault("...Line in Order", "query O { orders { nodes { ...Line } } }");
    expectFault("the fragment F is not used", "query S { shop { name } } fragment F on Shop { name }");
}

TEST_F(SchemaOfShopify, FindsVariablesThatDoNotFit) {
    const std::string document = "query O($id: ID!) { order(id: $id) { id } }";
    expectFault("$id is missing", document);
    expectFault("$id is 7", document, R"({"id":7})");
    expectFault("$after is not declared", document, R"({"id":"1","after":null})");
    expectFault("$id is not used", "query S($id: ID) { shop { name } }");
    expectFault("QueryRoot.order(id) is given $id", "query O($id: ID) { order(id: $id) { id } }");
    const std::string hooks =
        "mutation H($hook: WebhookSubscriptionInput!) { paid: webhookSubscriptionCreate("
        "topic: ORDERS_PAID, webhookSubscription: $hook) { userErrors { message } } }";
    EXPECT_TRUE(faults(hooks, R"({"hook":{"uri":"https://a.example","format":"JSON"}})").empty());
    expectFault("WebhookSubscriptionInput has no member callbackUrl", hooks,
                R"({"hook":{"callbackUrl":"https://a.example"}})");
    expectFault("$hook.format is \"YAML\"", hooks, R"({"hook":{"format":"YAML"}})");
}

} // namespace
} // namespace svc::shopify::testing

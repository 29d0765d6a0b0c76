#pragma once

#include <svc/testing/connector_case.hpp>

#include "graphql_check.hpp"

namespace svc::shopify::testing {

/// A connected shop, quais.myshopify.com.
class Shopify : public svc::testing::ConnectorCase {
protected:
    explicit Shopify(const Json& settings = Json::object({{"clientId", "client"},
                                                          {"clientSecret", "shpss_test_secret"}}))
        : ConnectorCase("shopify", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(settings);
        test.secret("shop", "quais.myshopify.com");
        test.secret("token", "shpat_1");
        test.secret("tokenUntil", "2026-11-20T10:00:00.000Z");
        test.secret("refreshToken", "shprt_1");
    }

    /// Checks every sent document against the schema.
    void TearDown() override {
        const Json schema = dataOf("schema.json");
        for (const svc::testing::SentRequest& request : test.requests()) {
            if (!request.url.ends_with("/graphql.json")) {
                continue;
            }
            const Json body = Json::parse(request.body);
            for (const std::string& fault :
                 GraphqlCheck::faults(schema, body["query"].text(), body["variables"])) {
                ADD_FAILURE() << fault << " in " << body["query"].text();
            }
        }
    }

    static Json asked(const Json& cursor = nullptr, const Json& since = nullptr) {
        return fetchInput("orders", cursor, Json::object(), "EUR", since);
    }
    svc::testing::HttpStandIn& api() { return test.http("POST", "/admin/api/2026-10/graphql.json"); }
    svc::testing::HttpStandIn& tokens() { return test.http("POST", "/admin/oauth/access_token"); }
    /// Sets the answer to all calls from now on, until another answer is set.
    void answerNow(const Json& body) {
        api().answers(200, body);
        if (answered_) {
            api().next(); // drops the previous answer, which repeats
        }
        answered_ = true;
    }

    static Json set(const std::string& amount) {
        return Json::object({{"shopMoney", Json::object({{"amount", amount}})}});
    }
    static Json taxes(const std::vector<std::string>& rates) {
        Json list = Json::array();
        for (const std::string& rate : rates) {
            list.push(Json::object({{"rate", Json::number(rate)}}));
        }
        return list;
    }
    static Json item(const std::string& sku, std::int64_t quantity, std::int64_t current,
                     const std::string& price, const std::vector<std::string>& rates = {"0.2"},
                     const std::string& discount = {}) {
        Json allocations = Json::array();
        if (!discount.empty()) {
            allocations.push(Json::object({{"allocatedAmountSet", set(discount)}}));
        }
        return Json::object({{"sku", sku},
                             {"name", "Café crème"},
                             {"quantity", quantity},
                             {"currentQuantity", current},
                             {"originalUnitPriceSet", set(price)},
                             {"discountAllocations", std::move(allocations)},
                             {"taxLines", taxes(rates)}});
    }
    static Json freight(const std::string& title, const std::string& price,
                        const std::vector<std::string>& rates = {}, bool removed = false) {
        return Json::object({{"title", title},
                             {"isRemoved", removed},
                             {"discountedPriceSet", set(price)},
                             {"taxLines", taxes(rates)}});
    }
    static Json connection(Json nodes, const Json& cursor = nullptr) {
        return Json::object(
            {{"pageInfo", Json::object({{"hasNextPage", !cursor.isNull()}, {"endCursor", cursor}})},
             {"nodes", std::move(nodes)}});
    }
    /// The order of the signature vector, in the form of the GraphQL API.
    static Json order(Json items = Json::array({item("IPOD2008", 1, 1, "100.00")})) {
        return Json::object({{"id", "gid://shopify/Order/820982911946154508"},
                             {"legacyResourceId", "820982911946154508"},
                             {"name", "#9999"},
                             {"createdAt", "2026-01-05T16:15:00Z"},
                             {"cancelledAt", nullptr},
                             {"displayFinancialStatus", "PAID"},
                             {"displayFulfillmentStatus", "UNFULFILLED"},
                             {"currencyCode", "EUR"},
                             {"taxesIncluded", false},
                             {"test", false},
                             {"note", nullptr},
                             {"email", "jon@example.com"},
                             {"phone", nullptr},
                             {"currentTotalPriceSet", set("120.0")},
                             {"totalRefundedSet", set("0.0")},
                             {"billingAddress", nullptr},
                             {"shippingAddress", nullptr},
                             {"shippingLines", connection(Json::array())},
                             {"lineItems", connection(std::move(items))}});
    }
    static Json answer(Json nodes, const Json& cursor = nullptr) {
        return Json::object({{"data", Json::object({{"orders", connection(std::move(nodes), cursor)}})}});
    }
    static Json variables(const svc::testing::SentRequest& request) {
        return Json::parse(request.body)["variables"];
    }

private:
    bool answered_ = false;
};

} // namespace svc::shopify::testing

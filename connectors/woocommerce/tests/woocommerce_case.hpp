#pragma once

#include <svc/testing/connector_case.hpp>

namespace svc::woocommerce::testing {

/// A connected shop at https://shop.example.
class WooCommerce : public svc::testing::ConnectorCase {
protected:
    explicit WooCommerce(const std::string& url = "https://shop.example")
        : ConnectorCase("woocommerce", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.secret("url", url);
        test.secret("consumerKey", "ck_1");
        test.secret("consumerSecret", "cs_1");
    }

    static constexpr const char* Api = "/wp-json/wc/v3";

    static Json asked(const Json& cursor = nullptr, const Json& since = nullptr) {
        return fetchInput("orders", cursor, Json::object(), "EUR", since);
    }
    svc::testing::HttpStandIn& orders() { return test.http("GET", std::string(Api) + "/orders"); }
    /// Sets the answer to all calls from now on, until another answer is set.
    void answerNow(const Json& body, const std::map<std::string, std::string>& headers = {}) {
        orders().answers(200, body, headers);
        if (answered_) {
            orders().next(); // drops the previous answer, which repeats
        }
        answered_ = true;
    }
    /// The headers of a list with this number of pages.
    static std::map<std::string, std::string> pages(int count, int total) {
        return {{"X-WP-Total", std::to_string(total)}, {"X-WP-TotalPages", std::to_string(count)}};
    }
    /// The order of the documentation.
    Json sample() const { return dataOf("contract.json")["order"]; }

private:
    bool answered_ = false;
};

} // namespace svc::woocommerce::testing

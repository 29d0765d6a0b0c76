#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

#include "records.hpp"

namespace svc::integrations::testing {
namespace {

using std::string;

/// A provider of payment pages; `state` is what it tells of a payment, `sale` and `quote` are the documents.
class Payments : public ::testing::Test {
protected:
    using PluginTest = svc::testing::PluginTest;

    Payments() : test(SVC_PLUGIN_FOLDER) {
        test.host().eventTypes({"integration.connected", "integration.disconnected", "integration.failed"});
        test.offer("host.commands", [](const Json&) {
            return Json::object({{"commands", Json::array({"connector.pay.describe"})}});
        });
        test.offer("host.address", [](const Json&) {
            return Json::object({{"url", "https://svc.example"}});
        });
        test.offer("connector.pay.describe", [](const Json&) {
            return Json::object(
                {{"kind", "payment"}, {"auth", "none"}, {"capabilities", Json::array({"payment-link"})}});
        });
        test.offerOutside("connector.pay.payment_link", [this](const Json&) {
            const string reference = "r" + std::to_string(++pages);
            return Json::object({{"reference", reference}, {"url", "https://pay.example/" + reference}});
        });
        test.offerOutside("connector.pay.payment_state", [this](const Json&) { return state; });
        test.offer("sales.get", [this](const Json&) { return sale; });
        test.offer("quotes.get", [this](const Json&) { return quote; });
        test.offer("quotes.accept", [](const Json&) { return Json::object(); });
        test.offer("quotes.convert",
                   [](const Json&) -> Json { throw ApiError(400, "quote-already-converted"); });
        test.offer("sales.pay", [this](const Json& input) {
            paid.push_back(input);
            return Json::object();
        });
        const auto made = test.post("connectIntegration", Json::object(), {{"provider", "pay"}});
        EXPECT_EQ(made.status, 201) << made.code << made.fault;
    }

    /// `made`, or the code of the refusal.
    string link(const string& kind, const string& id) {
        const auto answer = test.post("createPaymentLink", Json::object(), {{"kind", kind}, {"id", id}});
        return answer.status == 201 ? "made" : answer.code + answer.fault;
    }
    void runLast(const string& name) {
        Json payload;
        for (const auto& job : test.jobs()) {
            payload = job.name == name ? job.payload : payload;
        }
        test.job(name, payload);
    }
    /// State, status and error of each attempt.
    std::vector<string> attempts() {
        std::vector<string> found;
        for (const auto& row : test.database()
                                   .run("SELECT state || ' ' || status || ' ' || coalesce(error, '-')"
                                        " FROM integrations.attempt ORDER BY number")
                                   .rows) {
            found.push_back(row.at(0).value());
        }
        return found;
    }

    PluginTest test;
    Json state = Json::object({{"state", "paid"}, {"amount", 5000}, {"paymentId", "p1"}});
    Json sale = saleRecord();
    Json quote = quoteRecord();
    std::vector<Json> paid; ///< input of each sales.pay
    int pages = 0;
};

TEST_F(Payments, OfAQuoteThatWasConvertedMeanwhilePayItsSale) {
    const string id = quote["id"].text();
    EXPECT_EQ(link("quote", id), "made");
    quote.set("status", "converted").set("saleId", sale["id"]);
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
    ASSERT_EQ(paid.size(), 1U);
    EXPECT_EQ(paid[0]["saleId"], sale["id"]);
}

} // namespace
} // namespace svc::integrations::testing

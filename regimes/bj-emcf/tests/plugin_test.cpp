// Certifications that end before their second answer, tested without the service.
#include <algorithm>

#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

#include "testing/sales.hpp"

namespace svc::bj_emcf {
namespace {

constexpr const char* Sale = "sal_01jd9p4be1mfmxgscfzmzebnt7";
constexpr const char* Invoice = "/sygmef-emcf/api/invoice";
constexpr const char* Confirm = "/sygmef-emcf/api/invoice/uid-1/confirm";

class Emecef : public ::testing::Test {
protected:
    Emecef() : test(SVC_PLUGIN_FOLDER) {
        test.offer("fiscal.regime", [](const Json&) {
            return Json::object({{"regime", "bj-emcf"},
                                 {"state", "enabled"},
                                 {"mode", "test"},
                                 {"autoSubmit", true},
                                 {"settings", Json::object({{"ifu", "9999900000001"}, {"token", "t-1"}})}});
        });
        test.offer("sales.get", [](const Json&) {
            return records::testing::sale(
                Json::parse(R"({"currency":"XOF","total":3000,"taxTotal":458,"balance":3000,
                "taxes":[{"taxCategory":"S","taxRate":18,"net":2542,"tax":458}],
                "lines":[{"label":"Savon","quantity":3,"taxRate":18,"net":2542,"tax":458,"total":3000}]})"));
        });
        test.offer("sales.sealed", [](const Json&) { return records::testing::sealed(Json::object()); });
        test.http("POST", Invoice).answers(200, R"({"uid":"uid-1","total":3000})");
    }
    Json send() {
        return test.command(
            "regime.bj-emcf.send",
            Json::object({{"submission", Json::object({{"id", "fsc_01jd9sz9f92gkq7egsr1b4nqg8"},
                                                       {"kind", "sale"},
                                                       {"documentId", Sale},
                                                       {"documentNumber", "INV-1"},
                                                       {"operation", "issue"},
                                                       {"reference", nullptr}})},
                          {"payload", nullptr},
                          {"attempt", 1},
                          {"key", "key-1"},
                          {"mode", "test"},
                          {"settings", Json::object()}}));
    }
    /// The number of requests with this method.
    std::ptrdiff_t sent(std::string_view method) const {
        const auto requests = test.requests();
        return std::count_if(requests.begin(), requests.end(),
                             [&](const testing::SentRequest& one) { return one.method == method; });
    }

    testing::PluginTest test;
};

TEST_F(Emecef, IsConfirmedAgainWhenTheAuthorityHasNotProcessedIt) {
    test.http("PUT", Confirm)
        .answers(401)
        .fails("connect")
        .answers(200, R"({"codeMECeFDGI":"X537-E4DB","qrCode":"F;1"})");
    EXPECT_EQ(send().textOr("error"), "HTTP 401");
    const Json unreached = send();
    EXPECT_EQ(unreached.textOr("outcome"), "retry") << unreached.dump();
    EXPECT_EQ(unreached.textOr("error"), "connect");
    const Json accepted = send();
    EXPECT_EQ(accepted.textOr("outcome"), "accepted") << accepted.dump();
    EXPECT_EQ(accepted.textOr("reference"), "X537-E4DB");
    EXPECT_EQ(sent("POST"), 1) << "it was pending all the time";
    EXPECT_EQ(sent("PUT"), 3);
}

TEST_F(Emecef, IsHeldWhenTheAnswerToTheConfirmationIsLost) {
    for (const char* fault : {"answer-lost", "timeout"}) {
        test.http("PUT", Confirm) = {};
        test.http("PUT", Confirm).fails(fault);
        EXPECT_EQ(send().textOr("outcome"), "held") << fault;
    }
}

TEST_F(Emecef, WaitsAsLongAsTheAuthoritySays) {
    test.http("POST", Invoice) = {};
    test.http("POST", Invoice).answers(429, "", {{"Retry-After", "90"}}).answers(429);
    const Json later = send();
    EXPECT_EQ(later.textOr("outcome"), "later");
    EXPECT_EQ(later.textOr("nextAttemptAt"), (test.situation().now + 90 * Instant::Second).toString());
    EXPECT_EQ(send().textOr("outcome"), "retry") << "no pause was named";
}

} // namespace
} // namespace svc::bj_emcf

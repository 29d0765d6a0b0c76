// Certifications without an answer, tested without the service.
#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

#include "testing/sales.hpp"

namespace svc::ci_fne {
namespace {

constexpr const char* Sign = "/ws/external/invoices/sign";

class Fne : public ::testing::Test {
protected:
    Fne() : test(SVC_PLUGIN_FOLDER) {
        test.settings(Json::object({{"baseUrl", "https://fne.example/ws"}}));
        test.offer("fiscal.regime", [](const Json&) {
            return Json::object({{"regime", "ci-fne"},
                                 {"state", "enabled"},
                                 {"mode", "test"},
                                 {"autoSubmit", true},
                                 {"settings", Json::object({{"apiKey", "k"},
                                                            {"pointOfSale", "Plateau"},
                                                            {"establishment", "Abidjan"}})}});
        });
        test.offer("sales.get", [](const Json&) {
            return records::testing::sale(
                Json::parse(R"({"currency":"XOF","total":1180,"taxTotal":180,"balance":1180,
                "taxes":[{"taxCategory":"S","taxRate":18,"net":1000,"tax":180}],
                "lines":[{"label":"Riz","quantity":1,"taxRate":18,"net":1000,"tax":180,"total":1180}]})"));
        });
        test.offer("sales.sealed", [](const Json&) { return records::testing::sealed(Json::object()); });
    }
    Json run(const std::string& verb) {
        const Json submission = Json::object({{"id", "fsc_01jd9sz9f92gkq7egsr1b4nqg8"},
                                              {"kind", "sale"},
                                              {"documentId", "sal_01jd9p4be1mfmxgscfzmzebnt7"},
                                              {"documentNumber", "INV-1"},
                                              {"operation", "issue"},
                                              {"reference", nullptr}});
        return test.command("regime.ci-fne." + verb, Json::object({{"submission", submission},
                                                                   {"payload", nullptr},
                                                                   {"attempt", 1},
                                                                   {"key", "key-1"},
                                                                   {"mode", "test"},
                                                                   {"settings", Json::object()}}));
    }
    Json send() { return run("send"); }
    /// What is known of a try that did not end.
    std::string state() { return run("read").textOr("outcome"); }

    testing::PluginTest test;
};

TEST_F(Fne, IsSentAgainWhenTheServiceStoppedBeforeTheRequest) {
    EXPECT_EQ(state(), "absent");
    test.offer("sales.get", [](const Json&) -> Json { throw Fault("the database is away"); });
    EXPECT_THROW(send(), Fault);
    EXPECT_EQ(state(), "absent");
    EXPECT_TRUE(test.requests().empty());
}

TEST_F(Fne, IsRetriedWhenThePlatformWasNotReached) {
    for (const char* fault :
         {"connect", "resolve", "tls", "address-refused", "permission-refused", "circuit-open"}) {
        test.http("POST", Sign) = {};
        test.http("POST", Sign).fails(fault);
        const Json told = send();
        EXPECT_EQ(told.textOr("outcome"), "retry") << fault;
        EXPECT_EQ(told.textOr("error"), fault);
        EXPECT_EQ(state(), "absent") << fault;
    }
}

TEST_F(Fne, IsHeldWhenACertificateMayExist) {
    for (const char* fault : {"answer-lost", "timeout", "too-large", "an error of a later host"}) {
        test.http("POST", Sign) = {};
        test.http("POST", Sign).fails(fault);
        EXPECT_EQ(send().textOr("outcome"), "held") << fault;
        EXPECT_EQ(state(), "held") << fault;
    }
}

TEST_F(Fne, WaitsAsLongAsThePlatformSays) {
    test.http("POST", Sign).answers(429, "", {{"Retry-After", "90"}}).answers(429);
    const Json later = send();
    EXPECT_EQ(later.textOr("outcome"), "later");
    EXPECT_EQ(later.textOr("nextAttemptAt"), (test.situation().now + 90 * Instant::Second).toString());
    EXPECT_EQ(send().textOr("outcome"), "retry") << "no pause was named";
}

} // namespace
} // namespace svc::ci_fne

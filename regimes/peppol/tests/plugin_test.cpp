// Invoices that the access point does not take, tested without the service.
#include <gtest/gtest.h>

#include <svc/error.hpp>
#include <svc/testing/plugin_test.hpp>

namespace svc::peppol {
namespace {

class Peppol : public ::testing::Test {
protected:
    Peppol() : test(SVC_PLUGIN_FOLDER) {
        test.offer("documents.xml", [](const Json&) {
            return Json::object({{"content", "PEludm9pY2UvPg=="},
                                 {"fileName", "INV-1.xml"},
                                 {"sha256", std::string(64, 'a')},
                                 {"sender", "0208:0123456749"},
                                 {"findings", Json::array()},
                                 {"receiver", "0208:0428759497"},
                                 {"buyerReference", nullptr}});
        });
        test.offerOutside("integrations.reach", [](const Json&) {
            return Json::object({{"reachable", true}});
        });
    }
    /// What becomes of an invoice that the module integrations refuses with this code.
    Json refused(const std::string& code) {
        test.offerOutside("integrations.transmit", [=](const Json&) -> Json { throw ApiError(400, code); });
        const Json submission = Json::object({{"id", "fsc_01jd9sz9f92gkq7egsr1b4nqg8"},
                                              {"kind", "sale"},
                                              {"documentId", "sal_01jd9p4be1mfmxgscfzmzebnt7"},
                                              {"documentNumber", "INV-1"},
                                              {"operation", "issue"},
                                              {"reference", nullptr}});
        return test.command("regime.peppol.send", Json::object({{"submission", submission},
                                                                {"payload", nullptr},
                                                                {"attempt", 1},
                                                                {"key", "key-1"},
                                                                {"mode", "test"},
                                                                {"settings", Json::object()}}));
    }

    testing::PluginTest test;
};

TEST_F(Peppol, TriesAgainWhatWasNotSent) {
    for (const char* why :
         {"resolve", "connect", "tls", "address-refused", "permission-refused", "circuit-open", "http-429"}) {
        const std::string code = std::string("integration-unreachable:") + why;
        const Json told = refused(code);
        EXPECT_EQ(told.textOr("outcome"), "retry") << why;
        EXPECT_EQ(told.textOr("error"), code);
    }
    EXPECT_EQ(refused("integration-not-connected").textOr("outcome"), "retry");
}

TEST_F(Peppol, KnowsNothingOfWhatMayHaveArrived) {
    for (const char* why : {"timeout", "answer-lost", "too-large", "http-500", "answer-unreadable"}) {
        EXPECT_THROW(refused(std::string("integration-unreachable:") + why), Fault) << why;
    }
}

TEST_F(Peppol, TellsWhatTheAccessPointRefuses) {
    EXPECT_EQ(refused("provider-refused:already-submitted").textOr("outcome"), "held");
    const Json told = refused("provider-refused:BR-CO-15:the total is wrong");
    EXPECT_EQ(told.textOr("outcome"), "rejected");
    EXPECT_EQ(told.textOr("errorCode"), "BR-CO-15");
}

} // namespace
} // namespace svc::peppol

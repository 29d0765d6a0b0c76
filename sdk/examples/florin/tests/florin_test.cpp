#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/testing/plugin_test.hpp>
#include <svc/testing/vectors.hpp>

namespace {

using namespace svc;

class Florin : public ::testing::Test {
protected:
    static constexpr std::string_view Sale = "sal_01h44nnb5cexjwqkkj601x904q";
    static constexpr std::string_view CreditNote = "crn_01h44nnb5cexjwqkkj601x904r";
    static constexpr std::string_view Submission = "fsc_01h44nnb5cexjwqkkj601x904s";

    Florin() : test(SVC_PLUGIN_FOLDER) {
        test.offer("sales.get", [this](const Json&) { return document; });
        test.offer("sales.credit_note", [this](const Json&) { return document; });
        test.offer("fiscal.regime", [](const Json&) {
            return Json::object({{"regime", "florin"},
                                 {"state", "enabled"},
                                 {"mode", "production"},
                                 {"autoSubmit", true},
                                 {"settings", Json::object({{"token", "t-1"}})}});
        });
    }
    /// Seals what `document` says.
    Json seal(const std::string& kind = "sale") {
        const bool sold = kind == "sale";
        return test.command("regime.florin.prepare",
                            Json::object({{"document", Json::object({{"kind", kind},
                                                                     {"id", sold ? Sale : CreditNote},
                                                                     {"number", document["number"]},
                                                                     {"businessUnitId", nullptr},
                                                                     {"form", sold ? "ticket" : kind}})},
                                          {"operation", sold ? "issue" : "credit"},
                                          {"submissionId", Submission},
                                          {"mode", "production"},
                                          {"settings", settings}}));
    }
    Json send(const Json& sealed) {
        return test.command("regime.florin.send",
                            Json::object({{"submission", Json::object({{"id", Submission},
                                                                       {"kind", "sale"},
                                                                       {"documentId", Sale},
                                                                       {"documentNumber", "TKT-1"},
                                                                       {"operation", "issue"},
                                                                       {"reference", nullptr}})},
                                          {"payload", sealed["payload"]},
                                          {"attempt", 1},
                                          {"key", "k-1"},
                                          {"mode", "production"},
                                          {"settings", settings}}));
    }
    static std::string recordOf(const Json& sealed) {
        return Json::parse(base64Decode(sealed["payload"].text()).value())["record"].text();
    }

    svc::testing::PluginTest test;
    Json settings = Json::object({{"taxpayer", "12345678"}});
    Json document =
        Json::object({{"number", "TKT-1"}, {"date", "2026-11-20"}, {"total", 1250}, {"currency", "EUR"}});
};

TEST_F(Florin, SealsAsTheTaxOfficeHasPublished) {
    svc::testing::expectVectors(SVC_PLUGIN_FOLDER "/vectors", [this](const Json& given) {
        return test.command("regime.florin.check", given);
    });
}

TEST_F(Florin, SealsInAChain) {
    const Json first = seal();
    EXPECT_EQ(recordOf(first), ";1;TKT-1;2026-11-20;12.50");
    // printf '%s' ';1;TKT-1;2026-11-20;12.50' | sha256sum
    const std::string digest = "b3b8033d4659cbd37a0685ee7a4d5740b95a59391c0ae98a9d9f0eec04b743c9";
    EXPECT_EQ(first["mark"]["qr"].text(), "XF1;12345678;1;12.50;" + digest.substr(0, 16));
    EXPECT_EQ(first["mark"]["lines"][0].text(), "Seal 1: " + digest.substr(0, 16));
    document.set("number", "CRN-1");
    EXPECT_EQ(recordOf(seal("credit_note")), digest + ";2;CRN-1;2026-11-20;-12.50");
}

TEST_F(Florin, EachCompanyHasAChainOfItsOwn) {
    seal();
    test.situation().company = *Uuid::parse("01890a5d-ac96-774b-bcce-000000000002");
    EXPECT_EQ(recordOf(seal()), ";1;TKT-1;2026-11-20;12.50");
}

TEST_F(Florin, WhatIsRefusedIsNotSealed) {
    document.set("currency", "USD");
    EXPECT_THROW(seal(), ApiError);
    document.set("currency", "EUR");
    EXPECT_EQ(recordOf(seal()), ";1;TKT-1;2026-11-20;12.50");
}

TEST_F(Florin, ReportsWhatWasSealed) {
    const Json sealed = seal();
    test.http("POST", "/records")
        .answers(201, R"({"receipt":"r-1"})")
        .answers(409, R"({"receipt":"r-1"})")
        .answers(422, R"({"error":"seal is wrong"})")
        .answers(503, "");
    EXPECT_EQ(send(sealed)["reference"].text(), "r-1");
    EXPECT_EQ(base64Encode(test.requests()[0].body), sealed["payload"].text());
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer t-1");
    EXPECT_EQ(send(sealed)["outcome"].text(), "accepted") << "it was there already";
    const Json refused = send(sealed);
    EXPECT_EQ(refused["outcome"].text(), "rejected");
    EXPECT_EQ(refused["error"].text(), "seal is wrong");
    EXPECT_EQ(send(sealed)["outcome"].text(), "retry");
}

} // namespace

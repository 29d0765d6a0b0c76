// The cloud TSE against its contract, with a stand-in for the service; and the software TSE.
#include <fstream>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>

#include <svc/encoding.hpp>
#include <svc/settings_check.hpp>
#include <svc/testing/plugin_test.hpp>
#include <svc/testing/vectors.hpp>

#include "testing/sales.hpp"

namespace svc::de_kassensichv {
namespace {

Json dataOf(const std::string& name) {
    std::ifstream in(std::string(SVC_KASSENSICHV_DATA) + '/' + name);
    std::ostringstream text;
    text << in.rdbuf();
    return Json::parse(text.str());
}

constexpr const char* Submission = "fsc_01jd9sz9f92gkq7egsr1b4nqg8";
constexpr const char* Tss = "ae35a829-7bb2-4261-9490-bcf3c8a3dc5e";
constexpr const char* Client = "101bd1cd-286c-4c3b-9ae5-43d4fad02f08";
/// The till of the captured answer.
constexpr const char* Till = "UT-TEST-101bd1cd-286c-4c3b-9ae5-43d4fad02f08";
constexpr const char* TransactionPath = "/api/v2/tss/{tss_id}/tx/{tx_id}";

/// Identifiers that a test writes short, `sal_2`, in their whole length.
Json whole(const Json& told) {
    const std::regex shortId("\"(sal|crn|lin|pay|rfd)_([0-9a-z]{1,4})\"");
    std::string text = told.dump();
    std::smatch found;
    while (std::regex_search(text, found, shortId)) {
        const std::string id = found[1].str() + "_01jd9p4be1mfmxgscfzmze" +
                               std::string(4 - found[2].str().size(), '0') + found[2].str();
        text = found.prefix().str() + '"' + id + '"' + found.suffix().str();
    }
    return Json::parse(text);
}

class Kassensichv : public ::testing::Test {
protected:
    explicit Kassensichv(const std::string& tse = "cloud") : test(SVC_PLUGIN_FOLDER) {
        test.settings(Json::object({{"tse", tse},
                                    {"baseUrl", "https://tse.example"},
                                    {"vatKeys", Json::parse(R"({"19":1,"7":2,"10.7":3,"5.5":4,"16":21})")}}));
        settings = Json::object({{"serialNumber", tse == "cloud" ? Till : "KASSE-1"},
                                 {"walletId", "wal_01jd90ep5qafthsa14qernbamt"},
                                 {"tssId", Tss},
                                 {"clientId", Client},
                                 {"apiKey", "k"},
                                 {"apiSecret", "s"}});
        test.offer("fiscal.regime", [this](const Json&) {
            return Json::object({{"regime", "de-kassensichv"},
                                 {"state", "enabled"},
                                 {"mode", "production"},
                                 {"autoSubmit", true},
                                 {"settings", settings}});
        });
        test.offer("sales.get", [this](const Json&) { return whole(records::testing::sale(sale)); });
        test.offer("sales.credit_note",
                   [this](const Json&) { return whole(records::testing::creditNote(note)); });
        sale = Json::parse(R"({"id":"sal_1","number":"T-1","kind":"ticket","currency":"EUR","total":420,
            "partner":null,"lines":[{"id":"lin_1","label":"Tee","quantity":1,"net":353,"tax":67,
            "taxRate":19,"taxCategory":"S"}],"taxes":[],"refunds":[],
            "payments":[{"id":"pay_1","amount":420,"walletAmount":420,"walletCurrency":"EUR","method":"card",
            "status":"received"}]})");
    }
    Json prepare(const std::string& mode = "production", const std::string& kind = "sale",
                 const std::string& id = "sal_1", const std::string& operation = "issue") {
        return test.command("regime.de-kassensichv.prepare",
                            whole(Json::object({{"document", Json::object({{"kind", kind},
                                                                           {"id", id},
                                                                           {"number", "T-1"},
                                                                           {"businessUnitId", nullptr},
                                                                           {"form", "ticket"}})},
                                                {"operation", operation},
                                                {"submissionId", Submission},
                                                {"mode", mode},
                                                {"settings", settings}})));
    }
    static Json sealedIn(const Json& prepared) {
        return Json::parse(base64Decode(prepared["payload"].text()).value());
    }
    static std::string processData(const Json& prepared) { return sealedIn(prepared).textOr("processData"); }
    Json send(const Json& prepared, int attempt = 1, const std::string& verb = "send") {
        return test.command(
            "regime.de-kassensichv." + verb,
            Json::object({{"submission", Json::object({{"id", Submission},
                                                       {"kind", "sale"},
                                                       {"documentId", "sal_01jd9p4be1mfmxgscfzmze0001"},
                                                       {"documentNumber", "T-1"},
                                                       {"operation", "issue"},
                                                       {"reference", nullptr}})},
                          {"payload", prepared["payload"]},
                          {"attempt", attempt},
                          {"key", "key-1"},
                          {"mode", "production"},
                          {"settings", settings}}));
    }
    /// Answers the requests for the transaction of a receipt.
    svc::testing::HttpStandIn& transaction(const std::string& method, const Json& prepared) {
        return test.http(method,
                         std::string("/api/v2/tss/") + Tss + "/tx/" + sealedIn(prepared).textOr("receipt"));
    }
    static Json example(const std::string& name) {
        return contract()["paths"][TransactionPath]["put"]["responses"]["200"]["content"]["application/json"]
                         ["examples"][name]["value"];
    }
    static Json contract() { return dataOf("fiskaly-sign-de-openapi.json"); }
    static Json active(int revision) { return example("active").set("latest_revision", Json(revision)); }
    void open() {
        test.http("POST", "/api/v2/auth").answers(200, R"({"access_token":"t","access_token_expires_at":1})");
    }
    /// Answers start, update and finish with the answers of the service.
    void works(const Json& prepared) {
        open();
        transaction("PUT", prepared)
            .answers(200, active(1))
            .answers(200, active(2))
            .answers(200, example("finished"));
    }
    std::vector<testing::SentRequest> sentTo(const std::string& part) {
        std::vector<testing::SentRequest> found;
        for (const testing::SentRequest& one : test.requests()) {
            if (one.url.find(part) != std::string::npos) {
                found.push_back(one);
            }
        }
        return found;
    }
    std::vector<Json> outages() {
        const Json all = Json::parse(test.get("listTseOutages").body);
        return all.items();
    }

    svc::testing::PluginTest test;
    Json settings;
    Json sale;
    Json note;
};

TEST_F(Kassensichv, ReceiptsOfDevicesAreVerifiedFromTheirCodes) {
    svc::testing::expectVectors(SVC_PLUGIN_FOLDER "/vectors", [&](const Json& given) {
        return test.command("regime.de-kassensichv.check", given);
    });
}

TEST_F(Kassensichv, SignsByTheContract) {
    const Json prepared = prepare();
    EXPECT_EQ(processData(prepared), "Beleg^4.20_0.00_0.00_0.00_0.00^4.20:Unbar");
    works(prepared);
    const Json told = send(prepared);
    EXPECT_EQ(told["outcome"].text(), "accepted") << told.dump();
    EXPECT_EQ(told["reference"].text(), "1/27");
    EXPECT_EQ(told["qrCode"].text(), example("finished").textOr("qr_code_data"));
    EXPECT_EQ(told["mark"]["qr"], told["qrCode"]);

    const auto puts = sentTo("/tx/");
    ASSERT_EQ(puts.size(), 3U);
    const Json schema =
        contract()["paths"][TransactionPath]["put"]["requestBody"]["content"]["application/json"]["schema"];
    const std::vector<std::string> states = {"ACTIVE", "ACTIVE", "FINISHED"};
    for (std::size_t i = 0; i < puts.size(); ++i) {
        EXPECT_NE(puts[i].url.find("tx_revision=" + std::to_string(i + 1)), std::string::npos);
        EXPECT_EQ(puts[i].json().textOr("state"), states[i]);
        EXPECT_EQ(puts[i].header("Authorization"), "Bearer t");
        SettingsCheck().check(schema, puts[i].json(), "body");
    }
    const Json receipt = puts[2].json()["schema"]["standard_v1"]["receipt"];
    EXPECT_EQ(receipt["receipt_type"].text(), "RECEIPT");
    EXPECT_EQ(receipt["amounts_per_vat_rate"][0].dump(), R"({"vat_rate":"NORMAL","amount":"4.20"})");
    EXPECT_EQ(receipt["amounts_per_payment_type"].dump(),
              R"([{"payment_type":"NON_CASH","amount":"4.20","currency_code":"EUR"}])");
}

TEST_F(Kassensichv, IsSignedOnceHoweverOftenItIsSent) {
    const Json prepared = prepare();
    works(prepared);
    const std::string first = send(prepared)["qrCode"].text();
    EXPECT_EQ(send(prepared, 2)["qrCode"].text(), first);
    EXPECT_EQ(sentTo("/tx/").size(), 3U);
}

TEST_F(Kassensichv, ReadsTheTransactionFirstWhenAnAnswerIsLost) {
    const Json prepared = prepare();
    open();
    transaction("PUT", prepared).answers(200, active(1)).answers(200, active(2)).fails("timeout");
    transaction("GET", prepared).answers(200, example("finished"));
    EXPECT_EQ(send(prepared)["outcome"].text(), "accepted");
    EXPECT_EQ(sentTo("/tx/").size(), 4U) << "nothing was finished twice";
    EXPECT_TRUE(outages().empty());
}

TEST_F(Kassensichv, GoesOnFromWhereALostAnswerStands) {
    const Json prepared = prepare();
    open();
    transaction("PUT", prepared).fails("timeout").answers(200, active(2)).answers(200, example("finished"));
    transaction("GET", prepared).answers(200, active(1));
    EXPECT_EQ(send(prepared)["outcome"].text(), "accepted");
    const auto sent = sentTo("/tx/");
    ASSERT_EQ(sent.size(), 4U);
    EXPECT_NE(sent[2].url.find("tx_revision=2"), std::string::npos);
    EXPECT_NE(sent[3].url.find("tx_revision=3"), std::string::npos);
}

TEST_F(Kassensichv, AfterTheServiceEndedTheTransactionIsReadBeforeAnything) {
    const Json prepared = prepare();
    open();
    transaction("GET", prepared).answers(200, example("finished"));
    EXPECT_EQ(send(prepared, 1, "read")["outcome"].text(), "accepted");
    EXPECT_EQ(sentTo("/tx/").size(), 1U);
}

TEST_F(Kassensichv, TheServiceKnowsNothingOfIt) {
    const Json prepared = prepare();
    works(prepared);
    transaction("GET", prepared).answers(404, "{}");
    EXPECT_EQ(send(prepared, 2)["outcome"].text(), "accepted");
    EXPECT_EQ(sentTo("/tx/").size(), 4U);
}

TEST_F(Kassensichv, AnOutageIsRecordedAndPrintedAndNeverSignedLater) {
    const Json prepared = prepare();
    open();
    transaction("PUT", prepared).answers(503, "");
    transaction("GET", prepared).fails("connect");
    const Json told = send(prepared);
    EXPECT_EQ(told["outcome"].text(), "failed");
    EXPECT_EQ(told["errorCode"].text(), "tse-outage");
    EXPECT_EQ(told["mark"]["lines"][1].text(), "TSE ausgefallen");
    EXPECT_TRUE(told["mark"]["qr"].isNull());
    ASSERT_EQ(outages().size(), 1U);
    EXPECT_TRUE(outages()[0]["endedAt"].isNull());
    EXPECT_EQ(outages()[0]["reason"].text(), "connect");

    const std::size_t before = test.requests().size();
    EXPECT_EQ(send(prepared, 2)["outcome"].text(), "failed")
        << "the receipt was given out without a signature";
    EXPECT_EQ(test.requests().size(), before);

    test.situation().now = test.situation().now + Instant::Hour;
    sale.set("id", "sal_2");
    const Json next = prepare("production", "sale", "sal_2");
    works(next);
    EXPECT_EQ(send(next)["outcome"].text(), "accepted");
    ASSERT_EQ(outages().size(), 1U);
    EXPECT_EQ(outages()[0]["endedAt"].text(), test.situation().now.toString());
}

TEST_F(Kassensichv, WhatAnOutageLeftOpenIsCancelledAtTheDevice) {
    const Json given = prepare();
    open();
    transaction("PUT", given).answers(200, active(1)).answers(503, "").answers(200, R"({"state":"CANCELLED",
        "latest_revision":2})");
    transaction("GET", given).answers(503, "").answers(200, active(1));
    EXPECT_EQ(send(given)["outcome"].text(), "failed");
    const Json next = prepare("production", "sale", "sal_2");
    works(next);
    EXPECT_EQ(send(next)["outcome"].text(), "accepted");
    ASSERT_EQ(test.jobs().size(), 1U);
    EXPECT_EQ(test.jobs()[0].name, "release-unsigned");
    test.job("release-unsigned", test.jobs()[0].payload);
    const auto sent = sentTo(sealedIn(given).textOr("receipt"));
    EXPECT_EQ(sent.back().json().dump(),
              std::string(R"({"state":"CANCELLED","client_id":")") + Client + R"("})");
    EXPECT_NE(sent.back().url.find("tx_revision=2"), std::string::npos);
    EXPECT_EQ(sentTo(sealedIn(next).textOr("receipt")).size(), 3U) << "what is signed stays";
}

TEST_F(Kassensichv, RefusedAccessIsAnOutageToo) {
    const Json prepared = prepare();
    test.http("POST", "/api/v2/auth").answers(401, "{}");
    EXPECT_EQ(send(prepared)["error"].text(), "no access: HTTP 401");
}

TEST_F(Kassensichv, AFieldThatIsMissingIsAnOutage) {
    const std::vector<std::string> fields = {"number", "time_start", "tss_serial_number",
                                             "client_serial_number", "qr_code_data"};
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const std::string id = "sal_f" + std::to_string(i);
        const Json prepared = prepare("production", "sale", id);
        Json answer = example("finished");
        answer.remove(fields[i]);
        open();
        transaction("PUT", prepared).answers(200, answer);
        EXPECT_EQ(send(prepared)["error"].text(), "the answer has no " + fields[i]);
    }
    int ordinal = 0;
    for (const char* field : {"value", "algorithm", "counter", "public_key"}) {
        const Json prepared = prepare("production", "sale", "sal_s" + std::to_string(++ordinal));
        Json answer = example("finished");
        Json signature = answer["signature"];
        signature.remove(field);
        answer.set("signature", signature);
        transaction("PUT", prepared).answers(200, answer);
        EXPECT_EQ(send(prepared)["error"].text(), std::string("the answer has no ") + field);
    }
}

TEST_F(Kassensichv, MissingProcessDataAreAnOutage) {
    const Json prepared = prepare();
    open();
    transaction("PUT", prepared)
        .answers(200, example("finished").set("schema", Json::object({{"raw", Json::object()}})));
    EXPECT_EQ(send(prepared)["error"].text(), "the answer has no process_data");
    EXPECT_EQ(outages().size(), 1U);
}

TEST_F(Kassensichv, ASignatureOfAnotherTillOrOtherDataIsAnOutage) {
    const Json first = prepare();
    open();
    transaction("PUT", first).answers(200, example("finished").set("client_serial_number", Json("KASSE-2")));
    EXPECT_EQ(send(first)["error"].text(),
              std::string("client_serial_number: found KASSE-2, expected ") + Till);
    sale.set("total", 320);
    Json payment = sale["payments"][0];
    sale.set("payments", Json::array({payment.set("amount", 320).set("walletAmount", 320)}));
    Json line = sale["lines"][0];
    sale.set("id", "sal_2").set("lines", Json::array({line.set("net", 269).set("tax", 51)}));
    const Json second = prepare("production", "sale", "sal_2");
    transaction("PUT", second).answers(200, example("finished"));
    const Json told = send(second);
    EXPECT_EQ(told["outcome"].text(), "failed");
    EXPECT_EQ(told["error"].text(), "process_data: found Beleg^4.20_0.00_0.00_0.00_0.00^4.20:Unbar, expected "
                                    "Beleg^3.20_0.00_0.00_0.00_0.00^3.20:Unbar");
}

TEST_F(Kassensichv, TakesACounterThatIsText) {
    const Json prepared = prepare();
    Json answer = example("finished");
    Json signature = answer["signature"];
    answer.set("signature", signature.set("counter", Json("28")));
    open();
    transaction("PUT", prepared).answers(200, answer);
    EXPECT_EQ(send(prepared)["reference"].text(), "1/28");
}

TEST_F(Kassensichv, TrainingIsMarked) {
    const Json prepared = prepare("test");
    EXPECT_EQ(processData(prepared), "AVTraining^4.20_0.00_0.00_0.00_0.00^4.20:Unbar");
    EXPECT_EQ(prepared["mark"]["lines"][2].text(), "Trainingsbeleg");
}

TEST_F(Kassensichv, AnInvoiceOnCreditIsNoMatterOfTheTill) {
    sale.set("kind", "invoice").set("payments", Json::array());
    EXPECT_TRUE(prepare().isNull());
}

TEST_F(Kassensichv, WhatIsLeftUnpaidIsAClaim) {
    sale.set("kind", "invoice");
    Json payment = sale["payments"][0];
    sale.set("payments",
             Json::array({payment.set("amount", 100).set("walletAmount", 100).set("method", "cash")}));
    EXPECT_EQ(processData(prepare()), "Beleg^4.20_0.00_0.00_0.00_-3.20^1.00:Bar");
}

TEST_F(Kassensichv, RatesHaveTheirPlaces) {
    sale.set("total", 1600);
    sale.set("lines", Json::parse(R"([
        {"label":"a","quantity":1,"net":100,"tax":0,"taxRate":19,"taxCategory":"S"},
        {"label":"b","quantity":1,"net":200,"tax":0,"taxRate":7,"taxCategory":"S"},
        {"label":"c","quantity":1,"net":300,"tax":0,"taxRate":10.70,"taxCategory":"S"},
        {"label":"d","quantity":1,"net":400,"tax":0,"taxRate":5.5,"taxCategory":"S"},
        {"label":"e","quantity":1,"net":500,"tax":0,"taxRate":0,"taxCategory":"E"},
        {"label":"f","quantity":1,"net":100,"tax":0,"taxRate":16,"taxCategory":"S"}])"));
    sale.set("kind", "ticket");
    Json payment = sale["payments"][0];
    sale.set("payments", Json::array({payment.set("amount", 1600).set("walletAmount", 1600)}));
    EXPECT_EQ(processData(prepare()), "Beleg^2.00_2.00_3.00_4.00_5.00^16.00:Unbar");
    Json line = sale["lines"][0];
    sale.set("id", "sal_2").set("lines", Json::array({line.set("taxRate", 20).set("net", 1600)}));
    try {
        prepare("production", "sale", "sal_2");
        ADD_FAILURE() << "a rate without key";
    } catch (const ApiError& error) {
        EXPECT_EQ(error.code(), "tax-rate-unsupported:20");
    }
    sale.set("currency", "USD");
    EXPECT_THROW(prepare("production", "sale", "sal_3"), ApiError);
}

TEST_F(Kassensichv, ARefundTakesBackAndACancellationSaysSo) {
    prepare();
    note = Json::parse(R"({"id":"crn_1","number":"C-1","saleId":"sal_1","currency":"EUR","total":210,
        "lines":[{"label":"Tee","quantity":0.5,"net":176,"tax":34,"taxRate":19,"taxCategory":"S"}],"taxes":[]})");
    sale.set("refunds", Json::parse(R"([{"id":"rfd_1","moneyReturned":210,"method":"cash","walletAmount":210,
        "walletCurrency":"EUR","creditNote":{"id":"crn_1"}}])"));
    EXPECT_EQ(processData(prepare("production", "credit_note", "crn_1", "credit")),
              "Beleg^-2.10_0.00_0.00_0.00_0.00^-2.10:Bar");
    sale.set("refunds", Json::array());
    EXPECT_EQ(processData(prepare("production", "credit_note", "crn_2", "cancel")),
              "Beleg^-2.10_0.00_0.00_0.00_2.10^0.00:Bar")
        << "without money the claim is less";
}

TEST_F(Kassensichv, WhatTakesATrainingReceiptBackIsTrainingInWhicheverMode) {
    note = Json::parse(R"({"id":"crn_1","number":"C-1","saleId":"sal_1","currency":"EUR","total":420,
        "lines":[{"label":"Tee","quantity":1,"net":353,"tax":67,"taxRate":19,"taxCategory":"S"}],"taxes":[]})");
    sale.set("refunds", Json::parse(R"([{"id":"rfd_1","moneyReturned":420,"method":"card","walletAmount":420,
        "walletCurrency":"EUR","creditNote":{"id":"crn_1"}}])"));
    prepare("test");
    const Json ofTraining = prepare("production", "credit_note", "crn_1", "credit");
    EXPECT_EQ(processData(ofTraining), "AVTraining^-4.20_0.00_0.00_0.00_0.00^-4.20:Unbar");
    EXPECT_EQ(ofTraining["mark"]["lines"][2].text(), "Trainingsbeleg");

    prepare("production", "sale", "sal_2");
    note.set("id", "crn_2").set("saleId", "sal_2");
    const Json ofSale = prepare("test", "credit_note", "crn_2", "cancel");
    EXPECT_EQ(processData(ofSale).substr(0, 6), "Beleg^");
    EXPECT_EQ(ofSale["mark"]["lines"].size(), 2U);
}

TEST_F(Kassensichv, MoneyOfASaleThatTheTillHasNotSeenIsPaidOut) {
    note = Json::parse(R"({"id":"crn_1","number":"C-1","saleId":"sal_9","currency":"EUR","total":210,
        "lines":[],"taxes":[]})");
    EXPECT_TRUE(prepare("production", "credit_note", "crn_1", "credit").isNull());
    sale.set("refunds", Json::parse(R"([{"id":"rfd_1","moneyReturned":210,"method":"cash","walletAmount":210,
        "walletCurrency":"EUR","creditNote":{"id":"crn_1"}}])"));
    EXPECT_EQ(processData(prepare("production", "credit_note", "crn_1", "credit")),
              "Beleg^0.00_0.00_0.00_0.00_-2.10^-2.10:Bar");
}

class SoftwareTse : public Kassensichv {
protected:
    SoftwareTse() : Kassensichv("software") {}
    Json check(const std::string& qr) {
        return Json::parse(test.post("verifyTillReceipt", {{"qr", qr}}).body);
    }
};

TEST_F(SoftwareTse, SignsWhatVerifies) {
    std::int64_t counter = 0;
    for (int i = 1; i <= 3; ++i) {
        const Json prepared = prepare("production", "sale", "sal_" + std::to_string(i));
        const std::string qr = send(prepared)["qrCode"].text();
        const Json checked = check(qr);
        EXPECT_EQ(checked["result"].text(), "valid") << qr;
        EXPECT_EQ(checked["till"].text(), "KASSE-1");
        EXPECT_EQ(checked["transaction"].integer(), i);
        EXPECT_EQ(checked["signatureCounter"].integer(), counter + 3) << "start, update, finish";
        EXPECT_EQ(checked["receipt"]["payments"][0]["kind"].text(), "non_cash");
        counter = checked["signatureCounter"].integer();
        std::string forged = qr;
        forged.replace(forged.find("4.20"), 4, "4.10");
        EXPECT_EQ(check(forged)["result"].text(), "invalid");
    }
    EXPECT_TRUE(test.requests().empty());
}

TEST_F(SoftwareTse, NeedsNoAccess) {
    const Json described = test.command("regime.de-kassensichv.describe");
    EXPECT_EQ(described["requiredSettings"].size(), 2U);
    EXPECT_EQ(described["kind"].text(), "sealing");
}

TEST_F(SoftwareTse, VerifiesReceiptsOfOthers) {
    const Json data = dataOf("signed-receipts.json");
    EXPECT_EQ(check(data["receipts"][1].textOr("qr"))["curve"].text(), "brainpoolP384r1");
    EXPECT_EQ(check(data["refused"][0].textOr("qr"))["result"].text(), "invalid");
    EXPECT_EQ(check(data["unsolved"].textOr("qr"))["result"].text(), "unverifiable");
    EXPECT_EQ(test.post("verifyTillReceipt", {{"qr", "V0;no"}}).code, "field-invalid:qr");
}

} // namespace
} // namespace svc::de_kassensichv

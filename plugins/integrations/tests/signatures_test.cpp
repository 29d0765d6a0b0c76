#include <gtest/gtest.h>

#include "provider_test.hpp"

namespace svc::integrations::testing {
namespace {

using std::string;

/// A provider of signatures, with its response to each verb: a refusal or an answer.
class Signatures : public ProviderTest {
protected:
    struct Told {
        string refusal;
        Json answer = Json::object();
    };

    Signatures()
        : ProviderTest("sign", Json::object({{"kind", "signature"},
                                             {"auth", "none"},
                                             {"capabilities", Json::array({"signature"})},
                                             {"lost", Json::object({{"signature", "read"}})}})) {
        test.offer("host.sent", [this](const Json&) {
            Json calls = Json::array();
            calls.push(Json::object({{"method", "GET"},
                                     {"path", "/"},
                                     {"status", status},
                                     {"error", nullptr},
                                     {"durationMs", 1},
                                     {"retryAfter", nullptr}}));
            return Json::object({{"requestId", "req"}, {"calls", std::move(calls)}});
        });
        test.offerOutside("connector.sign.signature", [this](const Json& input) {
            asked = input;
            return answerOf(signature);
        });
        test.offerOutside("connector.sign.signature_state", [this](const Json&) { return answerOf(state); });
        test.offerOutside("connector.sign.signed_file", [this](const Json&) { return answerOf(paper); });
        test.offerOutside("connector.sign.test", [this](const Json&) { return answerOf(trial); });
        test.offer("documents.pdf", [](const Json&) {
            return Json::object(
                {{"fileName", "Q-7.pdf"}, {"contentType", "application/pdf"}, {"content", "UERG"}});
        });
        test.offer("attachments.keep", [this](const Json& input) {
            papers.push_back(input["fileName"].text());
            return Json::object({{"id", "att_1"}});
        });
        test.offer("attachments.part", [](const Json&) { return Json::object(); });
        test.offer("quotes.get", [this](const Json&) { return quote; });
        test.offer("quotes.sign", [this](const Json&) {
            if (!signRefusal.empty()) {
                papers.clear(); // its transaction is rolled back
                throw ApiError(400, signRefusal);
            }
            ++signedQuotes;
            return Json::object();
        });
        test.offer("sales.get", [this](const Json&) {
            Json sale = saleRecord();
            sale.set("status", saleStatus);
            return sale;
        });
        signature.answer = Json::object({{"reference", "r1"}, {"expiresAt", "2026-12-20T09:00:00.000Z"}});
        paper.answer = Json::object({{"content", "JVBERi0x"}});
        connect();
    }

    static Json answerOf(const Told& told) {
        if (!told.refusal.empty()) {
            throw ApiError(400, told.refusal);
        }
        return told.answer;
    }
    /// `sent`, or the code of the refusal.
    string ask(const string& kind = "quote") {
        const Json signers =
            Json::array({Json::object({{"name", "Anne Morel"}, {"email", "a@quais.example"}})});
        const auto answer =
            test.post("requestSignature", {{"signers", signers}}, {{"kind", kind}, {"id", "doc_1"}});
        return answer.status == 201 ? answer.json()["status"].text() : answer.code + answer.fault;
    }
    void becomes(const string& what) {
        state.answer = Json::object({{"state", what},
                                     {"reference", "r1"},
                                     {"signers", Json::array()},
                                     {"signedAt", "2026-11-21T09:00:00.000Z"},
                                     {"expiresAt", "2026-12-20T09:00:00.000Z"}});
    }
    string attempt() {
        return test.database()
            .run("SELECT state || ' ' || status || ' ' || coalesce(error, '-') FROM integrations.attempt"
                 " ORDER BY number LIMIT 1")
            .rows.at(0)
            .at(0)
            .value();
    }
    Json shown() { return test.get("listIntegrations").json()[0]; }

    Told signature;
    Told state;
    Told paper;
    Told trial;
    Json asked;
    Json quote = quoteRecord();
    string saleStatus = "active";
    int status = 200;
    int signedQuotes = 0;
    string signRefusal;         ///< of quotes.sign
    std::vector<string> papers; ///< names of the files that were kept
};

TEST_F(Signatures, WaitForAProviderThatLosesItsKeyAfterItsAnswerWasLost) {
    signature.refusal = "integration-unreachable:connect";
    EXPECT_EQ(ask(), signature.refusal);
    EXPECT_EQ(ask(), "signature-in-progress");
    state.refusal = "integration-credentials-invalid:http-401";
    runLast("resume");
    EXPECT_EQ(shown()["state"].text(), "expired");
    EXPECT_EQ(attempt(), "called open integration-unreachable:connect");
    ASSERT_TRUE(test.jobEnd().again);
    test.situation().now = test.jobEnd().again->due;
    connect();
    state.refusal.clear();
    becomes("sent");
    runLast("resume");
    EXPECT_EQ(attempt(), "done open -");
}

TEST_F(Signatures, OfAProviderThatWasDisconnectedBlockNobody) {
    EXPECT_EQ(ask(), "sent");
    EXPECT_EQ(ask(), "signature-in-progress");
    test.offer("connector.ink.describe", [](const Json&) {
        return Json::object(
            {{"kind", "signature"}, {"auth", "none"}, {"capabilities", Json::array({"signature"})}});
    });
    test.offerOutside("connector.ink.signature", [this](const Json&) { return answerOf(signature); });
    EXPECT_EQ(test.post("connectIntegration", Json::object(), {{"provider", "ink"}}).status, 201);
    EXPECT_EQ(ask(), "signature-in-progress") << "it can still be signed there";
    EXPECT_EQ(test.remove("disconnectIntegration", {{"provider", "sign"}}).status, 204);
    EXPECT_EQ(ask(), "sent") << "with the other provider";
    EXPECT_EQ(ask(), "signature-in-progress");
}

TEST_F(Signatures, AreHeldWhenTheProviderRefusesToTellWhatBecameOfThem) {
    signature.refusal = "integration-unreachable:connect";
    ask();
    state.refusal = "provider-refused:http-404";
    runLast("resume");
    EXPECT_EQ(attempt(), "held open provider-refused:http-404");
    EXPECT_FALSE(test.jobEnd().again);
    EXPECT_EQ(test.history().back().action, "signature.held");
    signature.refusal.clear();
    EXPECT_EQ(ask(), "sent") << "it may be asked again";
}

TEST_F(Signatures, AreTakenWhenTheirTimeIsOver) {
    EXPECT_EQ(ask(), "sent");
    becomes("sent");
    test.situation().now = Instant::parse("2026-12-21T10:00:00.000Z").value();
    runLast("watch");
    EXPECT_EQ(attempt(), "done expired -");
    becomes("signed");
    test.job("incoming", Json::object({{"provider", "sign"}, {"about", "signature"}, {"reference", "r1"}}));
    EXPECT_EQ(attempt(), "done signed -");
    EXPECT_EQ(signedQuotes, 1);
    becomes("declined");
    test.job("incoming", Json::object({{"provider", "sign"}, {"about", "signature"}, {"reference", "r1"}}));
    EXPECT_EQ(attempt(), "done signed -");
}

TEST_F(Signatures, WhosePaperIsRefusedAreHeldForAPerson) {
    EXPECT_EQ(ask(), "sent");
    becomes("signed");
    paper.refusal = "provider-refused:http-404";
    runLast("watch");
    EXPECT_EQ(attempt(), "held open provider-refused:http-404");
    EXPECT_EQ(test.history().back().action, "signature.held");
    EXPECT_EQ(signedQuotes, 0);
}

TEST_F(Signatures, OfAQuoteThatWasConvertedMeanwhileAreHeldWithTheirPaper) {
    EXPECT_EQ(ask(), "sent");
    becomes("signed");
    signRefusal = "quote-not-open";
    runLast("watch");
    EXPECT_EQ(attempt(), "held open quote-not-open");
    EXPECT_EQ(papers, std::vector<string>{"Q-7-signed.pdf"});
    EXPECT_EQ(test.database().run("SELECT answer ->> 'sha256' FROM integrations.attempt").rows.at(0).at(0),
              "21af8e71c8703196df7fe1ff901869a88fe64c07bbaa83d838efb45a52b4f303");
}

TEST_F(Signatures, WhosePaperCannotBeKeptAreHeldAllTheSame) {
    EXPECT_EQ(ask(), "sent");
    becomes("signed");
    test.offer("attachments.keep", [](const Json&) -> Json {
        throw ApiError(400, "plan-limit", {"attachments-mb", "1"});
    });
    runLast("watch");
    EXPECT_EQ(attempt(), "held open plan-limit:attachments-mb:1");
}

TEST_F(Signatures, WhosePaperCannotBeHadNeverExpire) {
    EXPECT_EQ(ask(), "sent");
    becomes("signed");
    paper.refusal = "integration-unreachable:timeout";
    runLast("watch");
    EXPECT_EQ(attempt(), "done open integration-unreachable:timeout");
    EXPECT_TRUE(test.jobEnd().again);
    test.situation().now = Instant::parse("2026-12-21T10:00:00.000Z").value();
    runLast("watch");
    EXPECT_EQ(attempt(), "held open integration-unreachable:timeout");
}

TEST_F(Signatures, AreAskedForOnlyWhatCanStillBeAgreedTo) {
    for (const char* closed : {"declined", "cancelled", "converted", "partially_converted", "signed"}) {
        quote.set("status", closed);
        EXPECT_EQ(ask(), "quote-not-open") << closed;
    }
    quote.set("status", "expired");
    EXPECT_EQ(ask(), "quote-expired");
    quote.set("status", "open").set("validUntil", "2026-11-19");
    EXPECT_EQ(ask(), "quote-expired") << "before the pass has said so";
    saleStatus = "cancelled";
    EXPECT_EQ(ask("sale"), "sale-cancelled");
    EXPECT_TRUE(asked.isNull()) << "the provider is not asked";
    saleStatus = "active";
    EXPECT_EQ(ask("sale"), "sent");
    EXPECT_TRUE(asked["expiresAt"].isNull());
}

TEST_F(Signatures, EndWithTheQuote) {
    EXPECT_EQ(ask(), "sent");
    const Instant end = Instant::parse(asked["expiresAt"].text()).value();
    const Instant lastDay = Instant::parse("2026-11-30T00:00:00.000Z").value();
    EXPECT_GT(end, lastDay);
    EXPECT_LT(end, lastDay + 2 * Instant::Day);
}

TEST_F(Signatures, AreLostWithAKeyThatATrialFindsRefused) {
    trial.answer = Json::object({{"ok", false}, {"durationMs", 3}, {"error", "http-500"}});
    status = 500;
    test.post("testIntegration", Json::object(), {{"provider", "sign"}});
    EXPECT_EQ(shown()["state"].text(), "connected");
    status = 401;
    trial.answer.set("error", "http-401:Unknown key");
    const auto told = test.post("testIntegration", Json::object(), {{"provider", "sign"}});
    EXPECT_EQ(told.body, R"({"ok":false,"durationMs":3,"error":"http-401:Unknown key"})");
    EXPECT_EQ(shown()["state"].text(), "expired");
    EXPECT_EQ(shown()["lastError"].text(), "http-401:Unknown key");
    EXPECT_EQ(test.events().back().type, "integration.disconnected");
}

} // namespace
} // namespace svc::integrations::testing

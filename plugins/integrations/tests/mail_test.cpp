#include <deque>

#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace svc::integrations::testing {
namespace {

using std::string;

/// A mail server that the company has connected; its answers are queued in `answers`.
class CompanyMail : public ::testing::Test {
protected:
    using PluginTest = svc::testing::PluginTest;

    CompanyMail() : test(SVC_PLUGIN_FOLDER) {
        test.host().eventTypes({"integration.connected", "integration.disconnected", "integration.failed"});
        test.offer("host.commands", [](const Json&) {
            return Json::object({{"commands", Json::array({"connector.post.describe"})}});
        });
        test.offer("connector.post.describe", [](const Json&) {
            return Json::object(
                {{"kind", "mail"}, {"auth", "none"}, {"capabilities", Json::array({"mail"})}});
        });
        test.offer("documents.pdf", [this](const Json& input) {
            rendered.push_back(input.dump());
            return Json::object(
                {{"fileName", "F.pdf"}, {"contentType", "application/pdf"}, {"content", "UERG"}});
        });
        test.offerOutside("connector.post.send", [this](const Json& input) {
            sent.push_back(input);
            if (answers.empty()) {
                throw std::runtime_error("the host ends in the middle");
            }
            Json answer = answers.front();
            answers.pop_front();
            if (const auto code = answer.optionalText("refusal")) {
                throw ApiError(400, *code);
            }
            return answer;
        });
    }

    void connect() {
        const auto answer = test.post("connectIntegration", Json::object(), {{"provider", "post"}});
        ASSERT_EQ(answer.status, 201) << answer.code << answer.fault;
    }
    static Json reminder() {
        return Json::object(
            {{"to", "compta@quais.example"},
             {"subject", "F-7"},
             {"text", "https://svc.example/public/documents/t0ken"},
             {"document", Json::object({{"kind", "sale"}, {"id", "sal_1"}})},
             {"attachments", Json::array({Json::object({{"fileName", "F-7.pdf"},
                                                        {"contentType", "application/pdf"},
                                                        {"command", "documents.pdf"},
                                                        {"input", Json::object({{"id", "sal_1"}})}})})}});
    }
    /// Empty when the company's server does not accept it.
    string file(const Json& message = reminder()) {
        return test.command("integrations.send_mail", message).textOr("jobId");
    }
    void run() { test.job("mail", test.jobs().back().payload); }
    /// Moves the clock to the next attempt, and makes it.
    void runNext() {
        test.situation().now = test.jobEnd().again->due;
        run();
    }
    string row(const string& columns) {
        return test.database()
            .run("SELECT " + columns + " FROM integrations.attempt ORDER BY number")
            .rows.at(0)
            .at(0)
            .value();
    }
    std::vector<string> actions() {
        std::vector<string> found;
        for (const auto& line : test.history()) {
            if (line.kind == "sale") {
                EXPECT_EQ(line.documentId, "sal_1");
                found.push_back(line.action);
            }
        }
        return found;
    }
    static Json state(const string& what, const string& error = {}) {
        return Json::object({{"state", what},
                             {"reference", what == "sent" ? Json("m-1@quais.example") : Json(nullptr)},
                             {"error", error.empty() ? Json(nullptr) : Json(error)}});
    }
    static Json refusal(const string& code) { return Json::object({{"refusal", code}}); }
    bool keepsText() { return !test.secrets().empty(); }

    PluginTest test;
    std::deque<Json> answers;
    std::vector<Json> sent;
    std::vector<string> rendered;
};

TEST_F(CompanyMail, IsLeftToTheServiceWhereNoServerIsConnected) {
    EXPECT_EQ(file(), "");
    connect();
    Json other = reminder();
    other.set("attachments", Json::array({Json::object({{"fileName", "x.txt"},
                                                        {"contentType", "text/plain"},
                                                        {"command", "shop.render"},
                                                        {"input", Json::object()}})}));
    EXPECT_EQ(file(other), "") << "nobody here makes that file";
    Json long_ = reminder();
    long_.set("text", string(70'000, 'x'));
    EXPECT_EQ(file(long_), "");
    EXPECT_TRUE(test.jobs().empty());
}

TEST_F(CompanyMail, IsSentOnceAndStandsInTheHistoryOfItsDocument) {
    connect();
    EXPECT_EQ(file().substr(0, 4), "job_");
    EXPECT_EQ(test.jobs().back().name, "mail");
    EXPECT_TRUE(sent.empty()) << "after the commit";
    answers = {state("sent")};
    run();
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(rendered, std::vector<string>{R"({"id":"sal_1"})"});
    EXPECT_EQ(sent[0]["message"]["attachments"].dump(),
              R"([{"fileName":"F-7.pdf","contentType":"application/pdf","content":"UERG"}])");
    EXPECT_EQ(sent[0]["message"]["to"].text(), "compta@quais.example");
    EXPECT_TRUE(sent[0]["key"].text().ends_with("-sal_1-mail-1")) << sent[0]["key"].text();
    EXPECT_EQ(actions(), std::vector<string>{"mail.sent"});
    EXPECT_EQ(test.jobEnd().result->textOr("state"), "sent");
    EXPECT_FALSE(keepsText());
    run();
    EXPECT_EQ(sent.size(), 1U);
}

TEST_F(CompanyMail, KeepsItsTextSealedUntilItIsSent) {
    connect();
    file();
    ASSERT_EQ(test.secrets().size(), 1U);
    EXPECT_NE(test.secrets().begin()->second.find("t0ken"), string::npos);
    EXPECT_EQ(row("request::text").find("t0ken"), string::npos);
    EXPECT_EQ(test.jobs().back().payload.dump().find("t0ken"), string::npos);
}

TEST_F(CompanyMail, ARefusedRecipientIsToldAndNotTriedAgain) {
    connect();
    file();
    answers = {state("refused", "550 no such mailbox")};
    run();
    EXPECT_EQ(actions(), std::vector<string>{"mail.failed"});
    EXPECT_NE(test.history().back().changes.dump().find("550 no such mailbox"), string::npos);
    EXPECT_FALSE(test.jobEnd().again);
    EXPECT_EQ(test.jobEnd().result->textOr("error"), "550 no such mailbox");
    EXPECT_FALSE(keepsText());
}

TEST_F(CompanyMail, WhatWasCertainlyNotSentIsTriedAgain) {
    connect();
    file();
    answers = {refusal("integration-unreachable:connect"), state("later", "451 come back"), state("sent")};
    run();
    ASSERT_TRUE(test.jobEnd().again);
    EXPECT_EQ(test.jobEnd().again->due, test.situation().now + Instant::Minute);
    EXPECT_TRUE(keepsText());
    runNext();
    runNext();
    EXPECT_EQ(sent.size(), 3U);
    EXPECT_EQ(actions(), (std::vector<string>{"mail.delayed", "mail.sent"})) << "the delay is told once";
}

TEST_F(CompanyMail, IsGivenUpVisiblyAfterADay) {
    connect();
    file();
    answers = {state("later", "451 come back"), state("later", "451 come back")};
    run();
    test.situation().now = test.situation().now + Instant::Day;
    run();
    EXPECT_EQ(actions(), (std::vector<string>{"mail.delayed", "mail.failed"}));
    EXPECT_FALSE(keepsText());
}

TEST_F(CompanyMail, IsNeverSentAgainWhenTheAnswerIsLost) {
    connect();
    file();
    answers = {state("unknown")};
    run();
    EXPECT_EQ(actions(), std::vector<string>{"mail.held"});
    EXPECT_EQ(row("state"), "held");
    run();
    EXPECT_EQ(sent.size(), 1U);
    EXPECT_FALSE(keepsText());
}

TEST_F(CompanyMail, IsNeverSentAgainAfterItsHostHasEndedInTheMiddle) {
    connect();
    file();
    EXPECT_ANY_THROW(run());
    EXPECT_EQ(row("state"), "called");
    answers = {state("sent")};
    run();
    EXPECT_EQ(sent.size(), 1U);
    EXPECT_EQ(row("state || ' ' || error"), "held answer-lost");
    EXPECT_EQ(actions(), std::vector<string>{"mail.held"});
    EXPECT_EQ(test.jobEnd().result->textOr("state"), "held");
}

TEST_F(CompanyMail, WaitsForAnAccountThatIsNoLongerGood) {
    connect();
    file();
    answers = {refusal("integration-credentials-invalid"), state("sent")};
    run();
    EXPECT_EQ(test.get("listIntegrations").json()[0]["state"].text(), "expired");
    EXPECT_EQ(file(), "") << "what comes now is left to the service";
    runNext();
    EXPECT_EQ(sent.size(), 1U) << "nobody is asked";
    connect();
    runNext();
    EXPECT_EQ(sent.size(), 2U);
    EXPECT_EQ(actions(), (std::vector<string>{"mail.delayed", "mail.sent"}));
}

} // namespace
} // namespace svc::integrations::testing

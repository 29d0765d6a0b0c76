// Reminders and quotes through the mail server of the company: the real service, the connector smtp and a
// real SMTP server on this machine.
#include <filesystem>
#include <fstream>
#include <memory>
#include <thread>

#include <svc/encoding.hpp>

#include <gmock/gmock.h>

#include "api/business/desk.hpp"
#include "support/https_receiver.hpp"
#include "support/smtp_server.hpp"

namespace svc::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* Mailbox = "books@quais.example";

/// The mail servers of the company and of the installation, a server with OAuth mailboxes, and the OAuth
/// server that issues their tokens; one of each for all tests.
struct World {
    World() {
        folder = std::filesystem::temp_directory_path() /
                 ("svc-company-mail-" + unique(std::to_string(::getpid())));
        std::filesystem::create_directories(folder);
        tokens = std::make_unique<HttpsReceiver>(folder);
        std::ofstream trusted(folder / "trusted.pem");
        for (const auto& file : {company.certificate(), mailboxes.certificate(), tokens->certificate()}) {
            trusted << std::ifstream(file).rdbuf();
        }
        trusted.close();
        service = std::make_unique<RunningService>(options());
    }
    ~World() {
        service.reset();
        tokens.reset();
        std::error_code ignored;
        std::filesystem::remove_all(folder, ignored);
    }
    ServiceOptions options() const {
        ServiceOptions options;
        options.plugins.emplace_back("smtp");
        options.settings["smtp"] = "{ clientId: c, clientSecret: s, tokenUrl: \"" + tokens->url("/token") +
                                   "\", host: 127.0.0.1, port: " + std::to_string(mailboxes.port()) + " }";
        const auto local = [](const SmtpServer& server) {
            return "\"127.0.0.1:" + std::to_string(server.port()) + '"';
        };
        options.extra = "webhooks: { caFile: \"" + (folder / "trusted.pem").string() + "\", allow: [" +
                        local(company) + ", " + local(mailboxes) + "] }\n" +
                        "mail: { smtp: \"smtp://127.0.0.1:" + std::to_string(house.port()) +
                        "\", from: \"Service <service@house.example>\" }\n";
        return options;
    }

    std::filesystem::path folder;
    SmtpServer company{{SmtpServer::Tls::StartTls, "compta", "pw"}};
    SmtpServer mailboxes{{SmtpServer::Tls::StartTls, Mailbox, "", "T1"}};
    SmtpServer house;
    std::unique_ptr<HttpsReceiver> tokens;
    std::unique_ptr<RunningService> service;
};

class CompanyMail : public ::testing::Test {
protected:
    static std::unique_ptr<World>& world() {
        static std::unique_ptr<World> made;
        return made;
    }
    static void SetUpTestSuite() {
        if (SmtpServer::available()) {
            world() = std::make_unique<World>();
        }
    }
    static void TearDownTestSuite() { world().reset(); }
    void SetUp() override {
        if (!world()) {
            GTEST_SKIP() << "no SMTP server here: install python3-aiosmtpd";
        }
        desk = std::make_unique<Desk>(*world()->service);
        partner = desk->make("/partners", js("{'name':'$1','email':'anne@hotel.example'}", {unique("Hotel")}))
                      .textOr("id");
    }
    void TearDown() override {
        if (desk) {
            world()->company.answer("ok");
            service().live().remove(desk->path("/integrations/smtp"));
        }
    }

    RunningService& service() { return *world()->service; }
    SmtpServer& company() { return world()->company; }
    Answer tryToConnect(const std::string& password = "pw", const std::string& port = {}) {
        return desk->post(
            "/integrations/smtp/connect",
            js("{'credentials':{'host':'127.0.0.1','port':$1,'security':'starttls','user':'compta',"
               "'password':'$2'},'settings':{'from':'compta@quais.example','fromName':'Les Quais'}}",
               {port.empty() ? std::to_string(company().port()) : port, password}));
    }
    void connect() { ASSERT_TRUE(hasStatus(tryToConnect(), 201)); }
    Json integration() {
        const Json all = desk->read("/integrations");
        for (const Json& one : all.items()) {
            if (one.textOr("provider") == "smtp") {
                return one;
            }
        }
        return nullptr;
    }
    std::string sale() {
        return desk
            ->make("/sales",
                   Json::object({{"partnerId", partner},
                                 {"lines", js("[{'label':'Coffee','quantity':1,'unitPrice':120}]")}}))
            .textOr("id");
    }
    /// Requests a reminder and returns its job.
    std::string remind(const std::string& id) {
        const Answer asked = desk->post("/sales/" + id + "/reminder", Json::object());
        EXPECT_TRUE(hasStatus(asked, 202));
        return asked.json.textOr("id");
    }
    Json jobBecomes(const std::string& id, const std::string& status, const std::string& error = {}) {
        Json found;
        for (int i = 0; i < 600; ++i) {
            found = desk->read("/jobs/" + id);
            if (found.textOr("status") == status && found.textOr("error").find(error) != std::string::npos) {
                return found;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        ADD_FAILURE() << "job " << id << " is not " << status << ' ' << error << ": " << found.dump();
        return found;
    }
    void advance(const std::string& duration) {
        EXPECT_TRUE(hasStatus(
            service().anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    /// The mail entries in the history of the sale, oldest first: "mail.sent anne@hotel.example".
    std::vector<std::string> told(const std::string& id) {
        std::vector<std::string> lines;
        for (const Json& line : rowsOf(desk->read("/history/sale/" + id)["data"])) {
            if (line.textOr("action").rfind("mail.", 0) == 0) {
                lines.insert(lines.begin(), line.textOr("action") + ' ' + line["changes"][0].textOr("to"));
            }
        }
        return lines;
    }
    /// Reads the history until it has this number of mail entries.
    std::vector<std::string> toldUntil(const std::string& id, std::size_t count) {
        std::vector<std::string> lines = told(id);
        for (int i = 0; i < 400 && lines.size() < count; ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
            lines = told(id);
        }
        return lines;
    }

    std::unique_ptr<Desk> desk;
    std::string partner;
};

TEST_F(CompanyMail, GoesThroughTheServerOfTheInstallationUntilOneIsConnected) {
    const std::string id = sale();
    const std::size_t before = world()->house.messages().size();
    remind(id);
    const auto mails = world()->house.waitFor(before + 1);
    ASSERT_EQ(mails.size(), before + 1) << service().log();
    EXPECT_EQ(mails.back()["headers"]["From"].text(), "Service <service@house.example>");
    EXPECT_THAT(toldUntil(id, 1), ElementsAre("mail.sent anne@hotel.example"));
    world()->house.answer("550-recipient");
    remind(id);
    const auto lines = toldUntil(id, 2);
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_THAT(lines[1], HasSubstr("mail.failed the mail server answers 550 no such mailbox"));
    world()->house.answer("ok");
}

TEST_F(CompanyMail, IsConnectedOnceTheServerLetsTheAccountIn) {
    const Answer refused = tryToConnect("wrong");
    EXPECT_TRUE(isRefusal(refused, 400, refused.code()));
    EXPECT_THAT(refused.code(), HasSubstr("integration-credentials-invalid:smtp-535:")) << "and its words";
    EXPECT_GT(refused.code().size(), std::string("integration-credentials-invalid:smtp-535:").size());
    EXPECT_TRUE(isRefusal(tryToConnect("pw", "22"), 400, "integration-unreachable:address-refused"));
    connect();
    const Answer tested = desk->post("/integrations/smtp/test", Json::object());
    ASSERT_TRUE(hasStatus(tested, 200));
    EXPECT_TRUE(tested.json["ok"].boolean()) << tested.body;
    EXPECT_EQ(service().log().find("\"pw\""), std::string::npos);
}

TEST_F(CompanyMail, CarriesTheReminderWithItsPaperOnce) {
    connect();
    const std::string id = sale();
    const std::size_t house = world()->house.messages().size();
    const std::size_t before = company().messages().size();
    const std::string job = remind(id);
    const auto mails = company().waitFor(before + 1);
    ASSERT_EQ(mails.size(), before + 1) << service().log();
    const Json mail = mails.back();
    EXPECT_EQ(mail["from"].text(), "compta@quais.example");
    EXPECT_EQ(mail["to"].dump(), R"(["anne@hotel.example"])");
    EXPECT_EQ(mail["headers"]["From"].text(), "Les Quais <compta@quais.example>");
    EXPECT_TRUE(mail["tls"].boolean());
    EXPECT_TRUE(mail["login"].boolean());
    const Json::Array parts = rowsOf(mail["parts"]);
    ASSERT_EQ(parts.size(), 2U);
    EXPECT_EQ(parts[1]["type"].text(), "application/pdf");
    const Json done = jobBecomes(job, "succeeded");
    EXPECT_EQ(done["result"].textOr("state"), "sent");
    EXPECT_THAT(told(id), ElementsAre("mail.sent anne@hotel.example"));
    const Json calls = desk->read("/integrations/smtp/calls")["data"];
    EXPECT_EQ(calls[0].textOr("method"), "SMTP");
    EXPECT_EQ(calls[0].textOr("outcome"), "succeeded");
    advance("PT72H");
    EXPECT_EQ(company().messages().size(), before + 1);
    EXPECT_EQ(world()->house.messages().size(), house);
    EXPECT_TRUE(service().sql("SELECT 1 FROM svc.plugin_secret WHERE name LIKE 'mail.%'").empty());
}

TEST_F(CompanyMail, ARefusedRecipientStandsInTheHistory) {
    connect();
    company().answer("550-recipient");
    const std::string id = sale();
    const Json done = jobBecomes(remind(id), "succeeded");
    EXPECT_EQ(done["result"].textOr("state"), "failed");
    const auto lines = told(id);
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_THAT(lines[0], HasSubstr("mail.failed 550 no such mailbox"));
    EXPECT_EQ(desk->read("/integrations/smtp/calls")["data"][0].textOr("outcome"), "refused");
}

TEST_F(CompanyMail, WaitsForAServerThatIsAway) {
    connect();
    const std::size_t before = company().messages().size();
    company().stop();
    const std::string id = sale();
    const std::string job = remind(id);
    jobBecomes(job, "queued", "integration-unreachable:connect");
    EXPECT_THAT(told(id), ElementsAre("mail.delayed integration-unreachable:connect"));
    company().start();
    advance("PT1M1S");
    jobBecomes(job, "succeeded");
    EXPECT_EQ(company().messages().size(), before + 1);
    EXPECT_EQ(told(id).size(), 2U);
}

/// A reply of a server, and the resulting state of the message and the connection.
struct MailClass {
    std::string server; ///< SmtpServer::answer()
    std::string status; ///< of the job: queued (it is retried), or succeeded, with its result
    std::string told;   ///< queued: the error of the job; else its state
    std::string connection = "connected";
};

std::vector<MailClass> mailClasses() {
    const std::string refused = "integration-credentials-invalid:smtp-";
    return {{"CONNECT: 421 4.3.2 closing", "queued", "421 4.3.2 closing"},
            {"CONNECT: 554 5.7.1 not you", "queued", "554 5.7.1 not you"},
            {"CONNECT: drop", "queued", "integration-unreachable:connect"},
            {"EHLO: 250 mail.test", "queued", "integration-unreachable:tls"}, // without STARTTLS
            {"STARTTLS: 454 4.7.0 not now", "queued", "integration-unreachable:tls"},
            {"STARTTLS: drop", "queued", "integration-unreachable:tls"},
            {"AUTH: 454 4.7.0 not now", "queued", "454"},
            {"AUTH: 535 5.7.8 wrong", "queued", refused + "535", "expired"},
            {"AUTH: 530 5.7.0 not so", "queued", refused + "530", "expired"},
            {"MAIL: 530 5.7.0 log in first", "queued", refused + "530", "expired"},
            {"MAIL: 421 4.3.2 closing", "queued", "421 4.3.2 closing"},
            {"MAIL: 451 4.3.0 not now", "queued", "451 4.3.0 not now"},
            {"MAIL: drop", "queued", "integration-unreachable:connect"},
            {"MAIL: hello", "queued", "integration-unreachable:connect"}, // no SMTP reply
            {"RCPT: 450 4.2.1 busy", "queued", "450 4.2.1 busy"},
            {"RCPT: 550 5.1.1 nobody", "succeeded", "failed"},
            {"RCPT: 552 5.2.2 full", "succeeded", "failed"},
            {"DATA: 554 5.6.0 no", "succeeded", "failed"},
            {"DATA: drop", "queued", "integration-unreachable:connect"},
            {"451", "queued", "451 try again later"},
            {"550", "succeeded", "failed"},
            {"drop", "succeeded", "held"}};
}

TEST_F(CompanyMail, EndsWhereTheReplyOfTheServerPutsIt) {
    connect();
    for (const MailClass& one : mailClasses()) {
        SCOPED_TRACE(one.server);
        company().answer(one.server);
        const std::string id = sale();
        const std::string job = remind(id);
        const bool again = one.status == "queued";
        const Json found = jobBecomes(job, one.status, again ? one.told : "");
        EXPECT_EQ(again ? one.told : found["result"].textOr("state"), one.told);
        EXPECT_EQ(integration().textOr("state"), one.connection);
        company().answer("ok");
        if (one.connection == "expired") {
            connect();
        }
        const std::size_t before = company().messages().size();
        if (again) {
            advance("PT1M1S");
            EXPECT_EQ(jobBecomes(job, "succeeded")["result"].textOr("state"), "sent");
        } else {
            advance("PT26H");
            jobBecomes(remind(sale()), "succeeded"); // a retried message would arrive before this one
        }
        EXPECT_EQ(company().messages().size(), before + 1);
    }
}

TEST_F(CompanyMail, TheListOfCallsTellsTheCodeAndWordsOfTheServer) {
    connect();
    company().answer("RCPT: 550 5.1.1 nobody here for compta with pw-of-compta");
    jobBecomes(remind(sale()), "succeeded");
    const Json refused = desk->read("/integrations/smtp/calls")["data"][0];
    EXPECT_EQ(refused["status"].integer(), 550);
    EXPECT_EQ(refused.textOr("outcome"), "refused");
    EXPECT_EQ(refused.textOr("errorCode"), "5.1.1");
    EXPECT_EQ(refused.textOr("errorMessage"), "nobody here for *** with pw-of-***") << "the account";
}

TEST_F(CompanyMail, IsNotSentAgainWhenNobodyKnowsWhetherItWasTaken) {
    connect();
    company().answer("drop");
    const std::size_t before = company().messages().size();
    const std::string id = sale();
    const Json done = jobBecomes(remind(id), "succeeded");
    EXPECT_EQ(done["result"].textOr("state"), "held");
    EXPECT_THAT(told(id), ElementsAre("mail.held answer-lost"));
    company().answer("ok");
    advance("PT48H");
    EXPECT_EQ(company().messages().size(), before + 1) << "it was taken, and is not sent again";
}

TEST_F(CompanyMail, IsNotSentAgainWhenTheHostIsKilledMeanwhile) {
    connect();
    company().answer("silent");
    const std::size_t before = company().messages().size();
    const std::string id = sale();
    const std::string job = remind(id);
    jobBecomes(job, "running");
    for (int i = 0; i < 400; ++i) {
        if (service().sql("SELECT state FROM integrations.attempt WHERE document_id = '" + id + "'") ==
            std::vector<std::string>{"called"}) {
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    std::this_thread::sleep_for(std::chrono::seconds(1));
    service().kill();
    company().answer("ok");
    service().start();
    desk = std::make_unique<Desk>(service());
    advance("PT10M");
    jobBecomes(job, "succeeded");
    EXPECT_THAT(told(id), ElementsAre("mail.held answer-lost"));
    advance("PT48H");
    EXPECT_EQ(company().messages().size(), before);
}

/// The identity token of the mailbox; its signature is not verified.
std::string tokenAnswer(const std::string& token) {
    return Json::object(
               {{"access_token", token},
                {"expires_in", 3600},
                {"refresh_token", "R"},
                {"id_token", "h." + base64UrlEncode(Json::object({{"email", Mailbox}}).dump()) + ".s"}})
        .dump();
}

TEST_F(CompanyMail, AMailboxIsUsedWithATokenThatIsRenewed) {
    std::atomic<int> given{0};
    world()->tokens->react([&](const Received&) {
        return Reaction::status(200, "Content-Type: application/json\r\n",
                                tokenAnswer(++given == 1 ? "T1" : "T2"));
    });
    const Json told_ = desk->read("/integrations/smtp/authorize");
    EXPECT_THAT(told_.textOr("url"), HasSubstr("https://accounts.google.com/o/oauth2/v2/auth?"));
    const Answer back =
        service().anonymous().get("/oauth/callback/smtp?code=c&state=" + told_.textOr("state"));
    ASSERT_EQ(back.status, 302) << back.body;
    EXPECT_THAT(back.header("location"), HasSubstr("integration=smtp"));
    world()->mailboxes.expectToken("T2"); // the first token is no longer valid
    const std::string id = sale();
    jobBecomes(remind(id), "succeeded");
    const auto mails = world()->mailboxes.messages();
    ASSERT_EQ(mails.size(), 1U) << service().log();
    EXPECT_EQ(mails[0]["from"].text(), Mailbox);
    EXPECT_TRUE(mails[0]["login"].boolean());
    EXPECT_EQ(given, 2);
    EXPECT_THAT(told(id), ElementsAre(std::string("mail.sent anne@hotel.example")));
}

} // namespace
} // namespace svc::test

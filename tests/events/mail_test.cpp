// Outgoing mail through the real service and a real SMTP server on this machine.
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "support/checks.hpp"
#include "support/smtp_server.hpp"

namespace svc::test {
namespace {

class Mail : public ::testing::Test {
protected:
    void SetUp() override {
        if (!SmtpServer::available()) {
            GTEST_SKIP() << "no SMTP server here: install python3-aiosmtpd";
        }
    }

    static ServiceOptions options(const SmtpServer& server, const std::string& url) {
        ServiceOptions options;
        options.plugins = {"partners", "probe"};
        options.pluginFolders = {SVC_TEST_PLUGINS};
        options.extra = "mail: { smtp: \"" + url + ":" + std::to_string(server.port()) +
                        "\", from: \"Café Lumière <shop@example.com>\", caFile: \"" +
                        server.certificate().string() + "\" }\n";
        return options;
    }
    static Answer queue(RunningService& service, const std::string& to,
                        const std::string& subject = "Ihre Rechnung über 10 €") {
        return service.live().post(service.company("/probe"),
                                   Json::object({{"action", "mail"}, {"name", to}, {"sql", subject}}));
    }
    /// Queues a message and returns the id of its job.
    static std::string send(RunningService& service, const std::string& to) {
        const Answer answer = queue(service, to);
        EXPECT_TRUE(hasStatus(answer, 200));
        return answer.json.textOr("jobId");
    }
    static Json job(RunningService& service, const std::string& id) {
        return service.live().get(service.company("/jobs/" + id)).json;
    }
    /// Waits until the job has this status and these words in its error; returns the job.
    static Json jobBecomes(RunningService& service, const std::string& id, const std::string& status,
                           const std::string& error = {}) {
        Json found;
        for (int i = 0; i < 400; ++i) {
            found = job(service, id);
            if (found.textOr("status") == status && found.textOr("error").find(error) != std::string::npos) {
                return found;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        ADD_FAILURE() << "job " << id << " is not " << status << ' ' << error << ": " << found.dump();
        return found;
    }
    static void advance(RunningService& service, const std::string& duration) {
        EXPECT_TRUE(hasStatus(
            service.anonymous().post("/testing/clock", Json::object({{"advance", duration}})), 200));
    }
    static std::string bytes(const Json& part) {
        std::string text;
        const std::string hex = part.textOr("bytes");
        for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
            text += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
        }
        return text;
    }
};

TEST_F(Mail, ArrivesOnceWithItsPartsAndNothingOfItStaysInTheDatabase) {
    const SmtpServer server;
    RunningService service(options(server, "smtp://127.0.0.1"));
    const std::string id = send(service, "Léa Ünal <lea@atelier.example>");
    ASSERT_EQ(server.waitFor(1).size(), 1U);
    jobBecomes(service, id, "succeeded");
    advance(service, "PT48H");
    ASSERT_EQ(server.messages().size(), 1U);
    const Json mail = server.messages().front();
    EXPECT_EQ(mail["from"].text(), "shop@example.com");
    EXPECT_EQ(mail["to"].dump(), R"(["lea@atelier.example"])");
    EXPECT_EQ(mail["headers"]["Subject"].text(), "Ihre Rechnung über 10 €");
    EXPECT_EQ(mail["headers"]["From"].text(), "Café Lumière <shop@example.com>");
    EXPECT_EQ(mail["headers"]["To"].text(), "Léa Ünal <lea@atelier.example>");
    const Json::Array parts = rowsOf(mail["parts"]);
    ASSERT_EQ(parts.size(), 4U);
    EXPECT_EQ(bytes(parts[0]), "Voilà.");
    EXPECT_EQ(parts[1]["type"].text(), "text/html");
    EXPECT_EQ(bytes(parts[2]), "kept");
    EXPECT_EQ(parts[3]["name"].text(), "Reçu.txt");
    EXPECT_EQ(bytes(parts[3]), "rendered");
    EXPECT_EQ(service.live().get(service.company("/probe")).json["marks"].dump().find("rendered for"),
              std::string::npos)
        << "what a rendering command writes does not stay";
    EXPECT_EQ(service.sql("SELECT payload FROM svc.job WHERE plugin = 'host'"),
              std::vector<std::string>{"{}"});
}

TEST_F(Mail, GoesThroughImplicitTlsWithALogin) {
    const SmtpServer server({SmtpServer::Tls::Implicit, "shop@example.com", "p:w"});
    RunningService service(options(server, "smtps://shop%40example.com:p%3Aw@127.0.0.1"));
    send(service, "lea@atelier.example");
    const auto mails = server.waitFor(1);
    ASSERT_EQ(mails.size(), 1U) << service.log();
    EXPECT_TRUE(mails.front()["tls"].boolean());
    EXPECT_TRUE(mails.front()["login"].boolean());
}

TEST_F(Mail, ChangesToTlsWhenTheServerOffersIt) {
    const SmtpServer server({SmtpServer::Tls::StartTls, "shop", "secret"});
    RunningService service(options(server, "smtp://shop:secret@127.0.0.1"));
    send(service, "lea@atelier.example");
    const auto mails = server.waitFor(1);
    ASSERT_EQ(mails.size(), 1U) << service.log();
    EXPECT_TRUE(mails.front()["tls"].boolean());
    EXPECT_TRUE(mails.front()["login"].boolean());
}

TEST_F(Mail, IsNotGivenToAServerThatCannotProveItsName) {
    for (const SmtpServer::Tls tls : {SmtpServer::Tls::Implicit, SmtpServer::Tls::StartTls}) {
        const SmtpServer server({tls, "", ""});
        // The certificate is for 127.0.0.1, not for localhost.
        RunningService named(
            options(server, tls == SmtpServer::Tls::Implicit ? "smtps://localhost" : "smtp://localhost"));
        jobBecomes(named, send(named, "lea@atelier.example"), "queued", "ertificate");
        // Only the CA file of the configuration makes the certificate trusted.
        ServiceOptions unknown =
            options(server, tls == SmtpServer::Tls::Implicit ? "smtps://127.0.0.1" : "smtp://127.0.0.1");
        unknown.extra = unknown.extra.substr(0, unknown.extra.find(", caFile")) + " }\n";
        RunningService stranger(unknown);
        jobBecomes(stranger, send(stranger, "lea@atelier.example"), "queued", "ertificate");
        EXPECT_TRUE(server.messages().empty());
    }
}

TEST_F(Mail, AWrongPasswordIsTriedAgain) {
    const SmtpServer server({SmtpServer::Tls::Implicit, "shop", "secret"});
    RunningService service(options(server, "smtps://shop:wrong@127.0.0.1"));
    const Json waiting = jobBecomes(service, send(service, "lea@atelier.example"), "queued", "535");
    EXPECT_EQ(waiting.textOr("error").find("wrong"), std::string::npos) << waiting.dump();
    EXPECT_TRUE(server.messages().empty());
}

TEST_F(Mail, IsTriedAgainAfterATemporaryFailureAndThenSentOnce) {
    const SmtpServer server;
    RunningService service(options(server, "smtp://127.0.0.1"));
    server.answer("451");
    const std::string id = send(service, "lea@atelier.example");
    jobBecomes(service, id, "queued", "451 try again later");
    advance(service, "PT59S");
    EXPECT_EQ(job(service, id).textOr("status"), "queued") << "the first pause is a minute";
    server.answer("ok");
    advance(service, "PT1S");
    jobBecomes(service, id, "succeeded");
    advance(service, "PT24H");
    EXPECT_EQ(server.messages().size(), 1U);
}

TEST_F(Mail, EndsAtOnceWhenTheServerWillNeverTakeIt) {
    const SmtpServer server;
    RunningService service(options(server, "smtp://127.0.0.1"));
    for (const auto& [mode, words] :
         {std::pair{"550", "550 not wanted here"}, std::pair{"550-recipient", "550 no such mailbox"}}) {
        server.answer(mode);
        const std::string id = send(service, "nobody@atelier.example");
        jobBecomes(service, id, "failed", words);
    }
    EXPECT_NE(service.log().find("attempt 1 was the last"), std::string::npos);
    const std::string metrics = service.anonymous().get("/metrics").body;
    EXPECT_NE(metrics.find("svc_mail_total{outcome=\"given_up\"} 2"), std::string::npos) << metrics;
}

TEST_F(Mail, IsGivenUpVisiblyAfterTheLastPause) {
    const SmtpServer server;
    RunningService service(options(server, "smtp://127.0.0.1"));
    server.answer("451");
    const std::string id = send(service, "lea@atelier.example");
    jobBecomes(service, id, "queued", "451");
    for (const char* pause : {"PT1M", "PT5M", "PT30M", "PT2H", "PT12H"}) {
        advance(service, pause);
        EXPECT_EQ(job(service, id).textOr("status"), "queued") << pause;
    }
    advance(service, "PT24H");
    jobBecomes(service, id, "failed", "451");
    EXPECT_NE(service.log().find("attempt 7 was the last"), std::string::npos);
}

TEST_F(Mail, SurvivesAServerThatIsDownAndAKilledHost) {
    SmtpServer server;
    RunningService service(options(server, "smtp://127.0.0.1"));
    server.stop();
    const std::string id = send(service, "lea@atelier.example");
    jobBecomes(service, id, "queued", "mail server");
    service.kill();
    server.start();
    service.start();
    advance(service, "PT1M");
    jobBecomes(service, id, "succeeded");
    EXPECT_EQ(server.messages().size(), 1U);
}

TEST_F(Mail, SurvivesAHostThatIsKilledWhileItSends) {
    SmtpServer server;
    RunningService service(options(server, "smtp://127.0.0.1"));
    server.answer("silent");
    const std::string id = send(service, "lea@atelier.example");
    jobBecomes(service, id, "running");
    service.kill();
    server.answer("ok");
    server.start();
    service.start();
    EXPECT_EQ(job(service, id).textOr("status"), "running") << "its lease lasts";
    advance(service, "PT6M");
    jobBecomes(service, id, "succeeded");
    EXPECT_EQ(server.messages().size(), 1U);
}

TEST_F(Mail, RefusesWhatWouldBeginAnotherHeader) {
    const SmtpServer server;
    RunningService service(options(server, "smtp://127.0.0.1"));
    EXPECT_TRUE(
        isRefusal(queue(service, "lea@atelier.example>\r\nRCPT TO:<x@y.example"), 400, "field-invalid:to"));
    EXPECT_TRUE(isRefusal(queue(service, "lea@atelier.example", "Hello\r\nBcc: x@y.example"), 400,
                          "field-invalid:subject"));
    EXPECT_EQ(service.sql("SELECT count(*) FROM svc.job WHERE plugin = 'host'"),
              std::vector<std::string>{"0"});
}

TEST_F(Mail, OfARefusedWriteIsNeverSent) {
    const SmtpServer server;
    RunningService service(options(server, "smtp://127.0.0.1"));
    const Answer dry =
        service.live().post(service.company("/probe"),
                            Json::object({{"action", "mail"}, {"name", "lea@atelier.example"}, {"sql", "s"}}),
                            {{"Svc-Dry-Run", "true"}});
    EXPECT_TRUE(hasStatus(dry, 200));
    advance(service, "PT1H");
    EXPECT_TRUE(server.messages().empty());
}

TEST(MailFolder, KeepsMessagesWithoutAServerAndTheLogSaysSo) {
    RunningService service;
    HttpClient owner = service.owner();
    const Json roles = owner.get(service.company("/roles")).json;
    const Json list = roles.isArray() ? roles : roles["data"];
    ASSERT_TRUE(hasStatus(owner.post(service.company("/members"),
                                     Json::object({{"email", "lea@atelier.example"},
                                                   {"roleId", rowsOf(list).front().textOr("id")}})),
                          201));
    std::filesystem::path file;
    for (int i = 0; i < 400 && file.empty(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(25));
        if (std::filesystem::exists(service.dataFolder() / "mail")) {
            for (const auto& entry : std::filesystem::directory_iterator(service.dataFolder() / "mail")) {
                file = entry.path().extension() == ".eml" ? entry.path() : file;
            }
        }
    }
    ASSERT_FALSE(file.empty());
    EXPECT_EQ(std::filesystem::status(file).permissions(),
              std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    EXPECT_NE(text.str().find("To: lea@atelier.example\n"), std::string::npos);
    for (int i = 0; i < 100 && service.log().find("no mail server is configured") == std::string::npos; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(25));
    }
    EXPECT_NE(service.log().find("no mail server is configured: a message was written to " + file.string()),
              std::string::npos);
}

} // namespace
} // namespace svc::test

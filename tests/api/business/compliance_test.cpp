// Regimes, submissions and integrations, through HTTP and through the commands that regimes and connectors
// call.
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {
namespace {

class Providers : public ::testing::Test {
protected:
    RunningService& service = serviceWithProvider();
    Desk desk{service};

    Answer command(const std::string& name, const Json& input) {
        return desk.post("/provider/" + name, input);
    }
    Json integration(const std::string& provider) {
        for (const Json& one : rowsOf(desk.read("/integrations"))) {
            if (one["provider"].text() == provider) {
                return one;
            }
        }
        return {};
    }
    Answer connect(const std::string& key = "secret") {
        return desk.post("/integrations/testpay/connect",
                         js("{'credentials':{'secretKey':'$1'},'settings':{'a':1}}", {key}));
    }
    void disconnect() { service.live().remove(desk.path("/integrations/testpay")); }
    std::string invoice() {
        const std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("P")})).textOr("id");
        Json sale = smallSale();
        sale.set("partnerId", partner);
        return desk.make("/sales", sale).textOr("id");
    }
    Answer setRegime(const std::string& body) { return desk.put("/fiscal/test-fr", js(body)); }
    void enable() {
        ASSERT_TRUE(
            hasStatus(setRegime("{'enabled':true,'settings':{'platformId':'PA-12','token':'t0ken'}}"), 200));
    }
    Answer submit(const std::string& sale) {
        return desk.post("/fiscal/submit/sale/" + sale, Json::object());
    }
    /// Has a mail with this text gone out, within some seconds?
    bool isMailed(const std::string& text) const {
        for (int i = 0; i < 400; ++i) {
            for (const auto& file : std::filesystem::directory_iterator(service.dataFolder() / "mail")) {
                std::ifstream in(file.path());
                if (std::string(std::istreambuf_iterator<char>(in), {}).find(text) != std::string::npos) {
                    return true;
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(25));
        }
        return false;
    }
    Json outcome(const std::string& submission, const std::string& more) {
        const Answer answer =
            command("fiscal.outcome", js("{'submissionId':'$1'," + more + "}", {submission}));
        EXPECT_TRUE(hasStatus(answer, 200));
        return answer.json["answer"];
    }
    /// The sale's fiscal status. Checks that the list with this filter, its totals and its count agree.
    std::string fiscalStatus(const std::string& sale) {
        const std::string status = desk.read("/sales/" + sale).textOr("fiscalStatus");
        for (const char* one : {"none", "pending", "accepted", "rejected"}) {
            const Answer found = desk.get("/sales?limit=500&fiscalStatus=" + std::string(one));
            const std::vector<std::string> ids = textsOf(found.json, "id");
            EXPECT_EQ(std::count(ids.begin(), ids.end(), sale), one == status ? 1 : 0) << one;
            EXPECT_EQ(found.header("x-total-count"), std::to_string(ids.size())) << one;
        }
        return status;
    }
    Json latest(const std::string& sale) { return desk.read("/fiscal/submissions/sale/" + sale).items()[0]; }
};

TEST_F(Providers, AnIntegrationIsConnectedFailsRecoversAndIsDisconnected) {
    EXPECT_EQ(integration("testpay")["state"].text(), "available");
    EXPECT_TRUE(isRefusal(connect("wrong"), 400, "integration-credentials-invalid"));
    EXPECT_EQ(integration("testpay")["state"].text(), "available");
    desk.events();
    const Answer made = connect();
    ASSERT_TRUE(hasStatus(made, 201));
    EXPECT_EQ(made.json["state"].text(), "connected");
    EXPECT_EQ(made.body.find("secret"), std::string::npos);
    EXPECT_TRUE(isRefusal(connect(), 400, "integration-connected"));
    std::vector<Json> events = desk.events();
    ASSERT_EQ(typesOf(events), std::vector<std::string>{"integration.connected"});
    EXPECT_EQ(events[0]["objectId"].text(), "testpay");
    EXPECT_EQ(events[0]["data"]["account"]["id"].text(), "acct_7");

    const Json failure = js("{'provider':'testpay','error':'HTTP 503'}");
    for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(command("integrations.call_failed", failure).json["answer"]["state"].text(), "connected");
    }
    EXPECT_TRUE(desk.events().empty());
    EXPECT_EQ(command("integrations.call_failed", failure).json["answer"]["state"].text(), "error");
    command("integrations.call_failed", failure);
    events = desk.events();
    ASSERT_EQ(typesOf(events), std::vector<std::string>{"integration.failed"});
    EXPECT_EQ(events[0]["data"]["failures"].integer(), 5);
    EXPECT_EQ(events[0]["data"]["error"].text(), "HTTP 503");
    EXPECT_EQ(integration("testpay")["lastError"].text(), "HTTP 503");
    command("integrations.call_succeeded", js("{'provider':'testpay'}"));
    EXPECT_EQ(integration("testpay")["state"].text(), "connected");
    EXPECT_TRUE(integration("testpay")["lastError"].isNull());
    EXPECT_TRUE(desk.events().empty());

    command("integrations.disconnected", js("{'provider':'testpay','reason':'revoked'}"));
    EXPECT_EQ(integration("testpay")["state"].text(), "expired");
    events = desk.events();
    ASSERT_EQ(typesOf(events), std::vector<std::string>{"integration.disconnected"});
    EXPECT_EQ(events[0]["data"]["reason"].text(), "revoked");
    EXPECT_TRUE(hasStatus(connect(), 201));
    EXPECT_EQ(service.live().remove(desk.path("/integrations/testpay")).status, 204);
    EXPECT_TRUE(isRefusal(service.live().remove(desk.path("/integrations/testpay")), 400,
                          "integration-not-connected"));
    EXPECT_EQ(typesOf(desk.events()),
              (std::vector<std::string>{"integration.connected", "integration.disconnected"}));
    const Json history = desk.read("/history/integration/testpay")["data"];
    EXPECT_EQ(history.items()[0]["action"].text(), "disconnected");
}

TEST_F(Providers, AnIntegrationIsSetAndTested) {
    ASSERT_TRUE(hasStatus(connect(), 201));
    const Answer changed = desk.patch("/integrations/testpay/settings", js("{'b':2}"));
    EXPECT_TRUE(same(changed.json["settings"], js("{'a':1,'b':2}")));
    const Json tried = desk.post("/integrations/testpay/test", Json::object()).json;
    EXPECT_TRUE(tried["ok"].boolean());
    EXPECT_TRUE(tried["error"].isNull());
    disconnect();
}

TEST_F(Providers, WhatIsNotThereIsRefused) {
    for (const char* route : {"/connect", "/test", "/sync"}) {
        EXPECT_TRUE(isRefusal(desk.post(std::string("/integrations/unicorn") + route, Json::object()), 404,
                              "provider-not-found"));
    }
    EXPECT_TRUE(isRefusal(desk.get("/integrations/unicorn/authorize"), 404, "provider-not-found"));
    EXPECT_TRUE(
        isRefusal(desk.patch("/integrations/unicorn/settings", Json::object()), 404, "provider-not-found"));
    EXPECT_TRUE(
        isRefusal(service.live().remove(desk.path("/integrations/unicorn")), 404, "provider-not-found"));
    EXPECT_TRUE(
        isRefusal(desk.post("/integrations/testpay/test", Json::object()), 400, "integration-not-connected"));
    EXPECT_TRUE(
        isRefusal(desk.post("/integrations/testpay/sync", Json::object()), 400, "integration-not-connected"));
    EXPECT_TRUE(isRefusal(desk.get("/integrations/testpay/authorize"), 400, "integration-auth-mismatch"));
    EXPECT_TRUE(isRefusal(desk.post("/integrations/testsign/connect", Json::object()), 400,
                          "integration-auth-mismatch"));
    EXPECT_TRUE(
        isRefusal(desk.get("/integrations/testsign/authorize?returnUrl=x"), 400, "field-invalid:returnUrl"));
    const Json sent = desk.read("/integrations/testsign/authorize");
    EXPECT_EQ(sent["url"].text(), "https://sign.example/authorize?state=" + sent["state"].text());
    command("integrations.connected", js("{'provider':'testsign','account':null}"));
    EXPECT_TRUE(isRefusal(desk.get("/integrations/testsign/authorize"), 400, "integration-connected"));
    EXPECT_TRUE(isRefusal(desk.post("/integrations/testsign/sync", Json::object()), 400, "sync-unsupported"));
    service.live().remove(desk.path("/integrations/testsign"));
}

TEST_F(Providers, ARegimeIsEnabledWithItsSettingsAndKeepsItsSecrets) {
    const Json fiscal = desk.read("/fiscal");
    EXPECT_EQ(fiscal["country"].text(), "FR");
    EXPECT_EQ(textsOf(fiscal["regimes"], "regime"),
              (std::vector<std::string>{"de-xrechnung", "fr-einvoicing", "fr-journal", "peppol", "test-fr"}));
    EXPECT_TRUE(isRefusal(desk.put("/fiscal/unicorn", Json::object()), 404, "regime-not-found"));
    EXPECT_TRUE(isRefusal(desk.put("/fiscal/test-de", Json::object()), 400, "regime-country-mismatch"));
    EXPECT_TRUE(
        isRefusal(setRegime("{'settings':{'platformId':7}}"), 400, "field-invalid:settings.platformId"));
    EXPECT_TRUE(isRefusal(setRegime("{'settings':{'token':7}}"), 400, "field-invalid:settings.token"));
    for (const char* body : {"{}", "{'enabled':false}", "{'mode':'test'}"}) {
        EXPECT_EQ(setRegime(body).json["state"].text(), "available") << "it was never enabled: " << body;
    }
    EXPECT_TRUE(isRefusal(setRegime("{'enabled':true}"), 400, "regime-settings-missing:platformId"));
    EXPECT_TRUE(isRefusal(setRegime("{'enabled':true,'settings':{'platformId':'PA-12'}}"), 400,
                          "regime-settings-missing:token"));
    enable();
    const Answer kept = setRegime("{'autoSubmit':true,'settings':{'token':'***'}}");
    EXPECT_EQ(kept.json["state"].text(), "enabled");
    EXPECT_TRUE(same(kept.json["settings"], js("{'platformId':'PA-12','token':'***'}")));
    EXPECT_EQ(command("fiscal.regime", js("{'regime':'test-fr'}")).json["answer"]["settings"]["token"].text(),
              "t0ken");
    EXPECT_TRUE(service.sql("SELECT 1 FROM compliance.regime WHERE secrets::text LIKE '%t0ken%'").empty());
    EXPECT_EQ(setRegime("{'enabled':false,'autoSubmit':false}").json["state"].text(), "disabled");
}

TEST_F(Providers, ASubmissionGoesToTheAuthorityAndComesBack) {
    const std::string sale = invoice();
    setRegime("{'enabled':false}");
    EXPECT_TRUE(isRefusal(submit(sale), 400, "regime-not-enabled"));
    enable();
    EXPECT_TRUE(isRefusal(submit("sal_01jd9p4be1mfmxgscfzmzebnt7"), 404, "sale-not-found"));
    const Json ticket =
        desk.make("/sales", js("{'lines':[{'label':'x','quantity':1,'unitPrice':5}],'paidInFull':true}"));
    EXPECT_TRUE(isRefusal(submit(ticket["id"].text()), 400, "sale-not-invoice"));
    const Answer made = submit(sale);
    ASSERT_TRUE(hasStatus(made, 202));
    EXPECT_EQ(made.json["status"].text(), "pending");
    EXPECT_TRUE(isRefusal(submit(sale), 400, "submission-in-progress"));
    EXPECT_EQ(fiscalStatus(sale), "pending");
    const std::string id = made.json["id"].text();
    EXPECT_TRUE(isRefusal(desk.post("/fiscal/submissions/" + id + "/resolve", js("{'outcome':'resend'}")),
                          400, "submission-not-held"));
    EXPECT_TRUE(isRefusal(desk.post("/fiscal/submissions/x/resolve", js("{'outcome':'resend'}")), 404,
                          "submission-not-found"));
    command("fiscal.sent", js("{'submissionId':'$1','payloadSha256':'$2'}", {id, std::string(64, 'b')}));
    EXPECT_EQ(latest(sale)["status"].text(), "submitted");
    EXPECT_EQ(fiscalStatus(sale), "pending");
    desk.events();
    outcome(
        id,
        "'outcome':'accepted','reference':'PA-1','qrCode':'QR','status':{'code':'200','label':'Deposited'}");
    std::vector<Json> events = desk.events();
    ASSERT_EQ(typesOf(events), std::vector<std::string>{"fiscal.accepted"});
    EXPECT_EQ(events[0]["data"]["reference"].text(), "PA-1");
    EXPECT_EQ(events[0]["data"]["documentId"].text(), sale);
    EXPECT_TRUE(isRefusal(submit(sale), 400, "submission-accepted"));
    EXPECT_EQ(fiscalStatus(sale), "accepted");
    // A later status: the buyer refuses the invoice.
    outcome(id, "'outcome':'rejected','error':'Refused by the "
                "buyer','errorCode':'210','status':{'code':'210','label':'Refused'}");
    events = desk.events();
    ASSERT_EQ(typesOf(events), std::vector<std::string>{"fiscal.rejected"});
    EXPECT_EQ(events[0]["data"]["errorCode"].text(), "210");
    EXPECT_EQ(latest(sale)["statuses"].size(), 2U);
    EXPECT_EQ(fiscalStatus(sale), "rejected");
    EXPECT_TRUE(hasStatus(submit(sale), 202));
    EXPECT_EQ(fiscalStatus(sale), "pending");
    EXPECT_EQ(desk.read("/fiscal/submissions/sale/" + sale).size(), 2U);
    EXPECT_TRUE(
        isRefusal(desk.get("/fiscal/submissions/spaceship/x"), 400, "document-kind-unknown:spaceship"));
    EXPECT_TRUE(isRefusal(desk.get("/fiscal/submissions/sale/x"), 404, "sale-not-found"));
}

TEST_F(Providers, ASaleShowsWhatItsOwnEventsMadeOfItWhateverBecameOfTheOneBefore) {
    enable();
    const auto statusOfSale = [&](const std::string& autoSubmit) {
        setRegime("{'autoSubmit':" + autoSubmit + "}");
        return fiscalStatus(invoice());
    };
    EXPECT_EQ(statusOfSale("false"), "none");
    EXPECT_EQ(statusOfSale("true"), "pending") << "its row was written like that of the one before";
    EXPECT_EQ(statusOfSale("true"), "pending");
    EXPECT_EQ(statusOfSale("false"), "none");
    EXPECT_EQ(statusOfSale("false"), "none");
}

TEST_F(Providers, AFailureIsTriedAgainSevenTimesAndALostAnswerWaitsForAPerson) {
    enable();
    const std::string sale = invoice();
    const std::string id = submit(sale).json["id"].text();
    for (int i = 1; i <= 6; ++i) {
        const Json failed = outcome(id, "'outcome':'retry','error':'HTTP 503'");
        EXPECT_EQ(failed["status"].text(), "pending") << i;
        EXPECT_EQ(failed["attempts"].integer(), i);
    }
    desk.events();
    EXPECT_EQ(outcome(id, "'outcome':'retry','error':'HTTP 503'")["status"].text(), "failed");
    EXPECT_TRUE(desk.events().empty());
    EXPECT_EQ(fiscalStatus(sale), "none");
    const std::string second = submit(sale).json["id"].text();
    command("fiscal.sent", js("{'submissionId':'$1'}", {second}));
    EXPECT_EQ(outcome(second, "'outcome':'held','error':'no answer'")["status"].text(), "held");
    EXPECT_EQ(fiscalStatus(sale), "pending");
    EXPECT_TRUE(isMailed("no answer"));
    const Answer resent = desk.post("/fiscal/submissions/" + second + "/resolve", js("{'outcome':'resend'}"));
    EXPECT_EQ(resent.json["status"].text(), "pending");
    EXPECT_EQ(resent.json["attempts"].integer(), 1) << "it was sent once";
    command("fiscal.sent", js("{'submissionId':'$1'}", {second}));
    outcome(second, "'outcome':'held'");
    for (const char* unnamed : {"{'outcome':'accepted'}", "{'outcome':'accepted','reference':' '}"}) {
        EXPECT_TRUE(isRefusal(desk.post("/fiscal/submissions/" + second + "/resolve", js(unnamed)), 400,
                              "field-required:reference"));
    }
    const Answer accepted = desk.post("/fiscal/submissions/" + second + "/resolve",
                                      js("{'outcome':'accepted','reference':'R-7'}"));
    EXPECT_EQ(accepted.json["status"].text(), "accepted");
    EXPECT_EQ(typesOf(desk.events()), std::vector<std::string>{"fiscal.accepted"});
    EXPECT_EQ(latest(sale)["reference"].text(), "R-7");
    EXPECT_EQ(latest(sale)["attempts"].integer(), 2);
    EXPECT_EQ(fiscalStatus(sale), "accepted");
}

TEST_F(Providers, APersonMaySendAHeldOneAgainHoweverOftenItFailed) {
    enable();
    const std::string id = submit(invoice()).json["id"].text();
    for (int i = 1; i <= 6; ++i) {
        outcome(id, "'outcome':'retry','error':'HTTP 503'");
    }
    command("fiscal.sent", js("{'submissionId':'$1'}", {id}));
    EXPECT_EQ(outcome(id, "'outcome':'held','error':'no answer'")["status"].text(), "held");
    const Answer resent = desk.post("/fiscal/submissions/" + id + "/resolve", js("{'outcome':'resend'}"));
    ASSERT_TRUE(hasStatus(resent, 200));
    EXPECT_EQ(resent.json["status"].text(), "pending");
    EXPECT_EQ(resent.json["attempts"].integer(), 7);
    EXPECT_TRUE(resent.json["error"].isNull());
    EXPECT_FALSE(resent.json["nextAttemptAt"].isNull());
}

TEST_F(Providers, TheCancellationOfAnAcceptedSaleGoesToTheAuthorityToo) {
    enable();
    const std::string known = invoice();
    const std::string id = submit(known).json["id"].text();
    command("fiscal.sent", js("{'submissionId':'$1'}", {id}));
    outcome(id, "'outcome':'accepted','reference':'PA-2'");
    const std::string unknown = invoice();
    for (const std::string& sale : {known, unknown}) {
        EXPECT_TRUE(hasStatus(desk.post("/sales/" + sale + "/cancel", js("{'reason':'Twice'}")), 200));
    }
    EXPECT_EQ(desk.read("/fiscal/submissions/sale/" + unknown).size(), 0U);
    EXPECT_EQ(desk.read("/fiscal/submissions/sale/" + known).size(), 2U);
    const Json cancel = latest(known);
    EXPECT_EQ(cancel["operation"].text(), "cancel");
    EXPECT_EQ(cancel["status"].text(), "pending");
    // For the authority the invoice stays accepted.
    EXPECT_EQ(fiscalStatus(known), "accepted");
    EXPECT_EQ(outcome(cancel["id"].text(), "'outcome':'accepted'")["status"].text(), "accepted");
    EXPECT_EQ(fiscalStatus(known), "accepted");
    expectInvariants(service);
}

TEST_F(Providers, SecretsOfRegimesAreSealedAgainUnderANewMasterKey) {
    enable();
    EXPECT_EQ(service.command({"reencrypt", "--add-key"}).first, 0);
    EXPECT_EQ(service.stop(), 0);
    service.start();
    const auto [code, output] = service.command({"reencrypt"});
    EXPECT_EQ(code, 0);
    EXPECT_NE(output.find(" secrets of plugins"), std::string::npos) << output;
    EXPECT_EQ(
        service.sql("SELECT DISTINCT left(sealed, 2) FROM svc.plugin_secret WHERE plugin = 'compliance'"),
        std::vector<std::string>{"2."});
    EXPECT_NE(service.command({"reencrypt"}).second.find(" 0 secrets of plugins"), std::string::npos);
    Desk again(service);
    const Answer read = again.post("/provider/fiscal.regime", js("{'regime':'test-fr'}"));
    EXPECT_EQ(read.json["answer"]["settings"]["token"].text(), "t0ken");
}

} // namespace
} // namespace svc::test

// Signatures, time entries and exchange rates of providers without a test file of their own, from the
// connection on. The providers are faked by outsideWorld(), in the forms of their contracts.
#include <svc/http_client.hpp>

#include "api/business/provider_story.hpp"

namespace svc::test {
namespace {

/// A quote that is sent for signature.
class SignatureStory : public Story {
protected:
    explicit SignatureStory(const std::string& id) : Story(id) {}
    virtual void tell() = 0;

    std::string sentOut() {
        reference = unique("ref-");
        become("sent");
        const std::string quote = document("/quotes");
        const Answer asked =
            ask("quote/" + quote, "signature",
                js("{'provider':'$1','signers':[{'name':'Anne Morel','email':'anne@quais.example'}]}",
                   {provider}));
        EXPECT_TRUE(hasStatus(asked, 201));
        EXPECT_EQ(asked.json.textOr("status"), "sent");
        return quote;
    }
    void isSignedOrDeclined() {
        const std::string agreed = sentOut();
        become("signed");
        tell();
        const Json quote =
            until("/quotes/" + agreed, [](const Json& one) { return one.textOr("status") == "signed"; });
        EXPECT_EQ(quote["signature"].textOr("documentSha256"), sha256(Signed));
        EXPECT_EQ(quote["signature"]["signers"][0].textOr("name"), "Anne Morel");
        const Json kept = desk.read("/attachments?documentId=" + agreed);
        ASSERT_EQ(kept.size(), 1U);
        EXPECT_EQ(kept[0].textOr("sha256"), sha256(Signed));
        EXPECT_EQ(countOf("quote.signed"), 1);

        const std::string declined = sentOut();
        become("declined");
        tell();
        until("/quotes/" + declined, [](const Json& one) { return one.textOr("status") == "declined"; });
        EXPECT_EQ(countOf("quote.signed"), 1);
    }
    /// Nobody signs in time: the quote is unchanged and may be sent again.
    void expires() {
        const std::string late = sentOut();
        end();
        tell();
        until("/history/quote/" + late, [](const Json& history) {
            return history.dump().find("signature.expired") != std::string::npos;
        });
        const Json quote = desk.read("/quotes/" + late);
        EXPECT_EQ(quote.textOr("status"), "open");
        EXPECT_TRUE(quote["signature"].isNull());
        EXPECT_EQ(countOf("quote.signed") + countOf("quote.declined"), 0);
        reference = unique("ref-");
        become("sent");
        const Answer again = ask("quote/" + late, "signature",
                                 js("{'signers':[{'name':'Anne Morel','email':'anne@quais.example'}]}"));
        EXPECT_TRUE(hasStatus(again, 201));
    }
    /// The signature request expires.
    virtual void end() { become("expired"); }
    static Reaction paper() { return Reaction::status(200, "Content-Type: application/pdf\r\n", Signed); }
    static Json flag(bool value) { return Json(value); }

    static constexpr const char* Signed = "%PDF-1.7 signed by Anne Morel";
};

class DropboxStory : public SignatureStory {
protected:
    DropboxStory() : SignatureStory("dropbox-sign") {}
    /// Dropbox Sign has no state for expiry: the deadline that the service gave it passes.
    void end() override { passes("PT25H"); }
    Reaction answer(const Received& request) override {
        if (request.path == "/account") {
            return jsonAnswer(200, js("{'account':{'account_id':'a1','email_address':'a@quais.example'}}"));
        }
        if (request.path.find("/signature_request/files/") == 0) {
            return paper();
        }
        // Signature requests of earlier tests stay open.
        const std::string id = request.path.substr(request.path.rfind('/') + 1);
        const bool earlier = id != "send" && id != reference;
        Json one = Json::object({{"signature_request_id", earlier ? id : reference}});
        one.set("is_complete", flag(!earlier && state == "signed"))
            .set("is_declined", flag(!earlier && state == "declined"));
        return jsonAnswer(200, Json::object({{"signature_request", one}}));
    }
};

class DropboxSignatures : public DropboxStory {
protected:
    DropboxSignatures() { connect(js("{'apiKey':'k3y'}"), js("{'testMode':true,'daysOpen':1}")); }
    void tell() override {
        const std::string time = unique("17");
        const std::string told = js("{'event':{'event_time':'$1','event_type':'signature_request_signed',"
                                    "'event_hash':'$2'},'signature_request':{'signature_request_id':'$3'}}",
                                    {time, hmac("k3y", time + "signature_request_signed"), reference})
                                     .dump();
        const Answer taken = hookWith("json=" + percentEncode(told), "application/x-www-form-urlencoded");
        EXPECT_TRUE(hasStatus(taken, 200));
        EXPECT_EQ(taken.body, "Hello API Event Received");
    }
};

TEST_F(DropboxSignatures, AreGivenOrDeclined) {
    isSignedOrDeclined();
}

TEST_F(DropboxSignatures, ThatNobodyGivesInTimeExpire) {
    expires();
}

/// Access by OAuth 2 instead of an API key.
class DropboxConsent : public DropboxStory {
protected:
    Reaction answer(const Received& request) override {
        const bool forTokens = request.path.find("/oauth/token") == 0;
        if (forTokens && request.body.find("client_secret=s") == std::string::npos) {
            return jsonAnswer(400, js("{'error':'invalid_request'}")); // belongs to another provider's test
        }
        if (forTokens) {
            exchanged.push_back(request.path);
            token = "T" + std::to_string(exchanged.size());
            return grants ? jsonAnswer(200, js("{'access_token':'$1','expires_in':3600,'refresh_token':'R'}",
                                               {token}))
                          : jsonAnswer(400, js("{'error':'invalid_grant'}"));
        }
        if (request.header("authorization") != "Bearer " + token) {
            return jsonAnswer(401, js("{'error':{'error_name':'unauthorized','error_msg':'Unknown token'}}"));
        }
        return DropboxStory::answer(request);
    }
    /// Webhooks cannot be verified: the state is polled every hour, by then with a new token.
    void tell() override { passes("PT61M"); }
    /// Invalidates the access token and the refresh token.
    void takeAccessAway() {
        const std::lock_guard lock(mutex);
        grants = false;
        token.clear();
    }
    void giveAccess() {
        const std::lock_guard lock(mutex);
        grants = true;
    }

    bool grants = true;
    std::string token;
    std::vector<std::string> exchanged;
};

TEST_F(DropboxConsent, IsAnotherWayToSignatures) {
    EXPECT_EQ(shown().textOr("auth"), "api_key");
    EXPECT_EQ(authorize(), "?integration=dropbox-sign");
    EXPECT_EQ(shown()["account"].textOr("name"), "a@quais.example");
    EXPECT_TRUE(hasStatus(desk.patch("/integrations/dropbox-sign/settings", js("{'daysOpen':1}")), 200));
    isSignedOrDeclined();
    ASSERT_GE(exchanged.size(), 2U);
    EXPECT_EQ(exchanged[0], "/oauth/token");
    EXPECT_EQ(exchanged[1], "/oauth/token?refresh");
}

TEST_F(DropboxConsent, ExpiresWhenItIsTakenAway) {
    EXPECT_EQ(authorize(), "?integration=dropbox-sign");
    EXPECT_TRUE(hasStatus(desk.patch("/integrations/dropbox-sign/settings", js("{'daysOpen':3}")), 200));
    const std::string quote = document("/quotes");
    takeAccessAway();
    const Json signers = js("{'signers':[{'name':'Anne Morel','email':'anne@quais.example'}]}");
    EXPECT_TRUE(isRefusal(ask("quote/" + quote, "signature", signers), 400,
                          "integration-credentials-invalid:invalid_grant"));
    EXPECT_EQ(shown().textOr("state"), "expired");
    EXPECT_EQ(authorize(), "?error=integration-credentials-invalid%3Ainvalid_grant");
    giveAccess();
    EXPECT_EQ(authorize(), "?integration=dropbox-sign");
    EXPECT_EQ(shown()["settings"]["daysOpen"].integer(), 3) << "it goes on with its settings";
    reference = unique("ref-");
    become("sent");
    EXPECT_TRUE(hasStatus(ask("quote/" + quote, "signature", signers), 201));
}

/// Bank lines of an account with access by OAuth 2.
class QontoConsent : public Story {
protected:
    QontoConsent() : Story("qonto") {}
    Reaction answer(const Received& request) override {
        if (request.path == "/oauth2/token") {
            token = unique("T");
            return jsonAnswer(200,
                              js("{'access_token':'$1','expires_in':3600,'refresh_token':'R'}", {token}));
        }
        if (request.path == "/oauth2/revoke") {
            revoked = request.body;
            return Reaction::status(200);
        }
        if (request.header("authorization") != "Bearer " + token) {
            return jsonAnswer(401, js("{'errors':[{'code':'unauthorized','detail':'Unknown token'}]}"));
        }
        if (request.path == "/v2/organization") {
            return jsonAnswer(200, js("{'organization':{'slug':'quais','bank_accounts':["
                                      "{'iban':'FR7616798000010000005663951'},"
                                      "{'iban':'FR7616798000010000005660042'}]}}"));
        }
        const bool meant = request.path.find("iban=FR7616798000010000005660042") != std::string::npos;
        return jsonAnswer(200, Json::object({{"transactions", meant ? lines() : Json::array()},
                                             {"meta", js("{'next_page':null}")}}));
    }
    static Json lines() {
        return js("[{'id':'q-1','status':'completed','side':'credit','amount_cents':12000,'currency':'EUR',"
                  "'label':'Hotel des Quais','reference':'F-7','settled_at':'2026-11-19T10:00:00.000Z'}]");
    }

    std::string token;
    std::string revoked;
};

TEST_F(QontoConsent, BringsTheLinesOfTheAccountThatIsMeant) {
    EXPECT_EQ(authorize(), "?error=provider-refused%3Aiban-needed%3A3951%2C0042");
    EXPECT_EQ(authorize("&account=FR7616798000010000000000000"), "?error=provider-refused%3Aiban-unknown");
    EXPECT_EQ(shown().textOr("state"), "available");
    EXPECT_EQ(authorize("&account=FR7616798000010000005660042"), "?integration=qonto");
    EXPECT_EQ(shown()["account"].textOr("id"), "FR7616798000010000005660042");
    const std::string wallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank','currency':'EUR'}", {unique("Qonto")}))
            .textOr("id");
    until("/integrations", [this](const Json&) { // waits for the end of the first run
        return shown().textOr("lastError") == "field-required:settings.walletId";
    });
    EXPECT_TRUE(
        hasStatus(desk.patch("/integrations/qonto/settings", Json::object({{"walletId", wallet}})), 200));
    EXPECT_TRUE(hasStatus(desk.post("/integrations/qonto/sync", Json::object()), 202));
    const Json known =
        until("/bank-transactions?walletId=" + wallet, [](const Json& list) { return list.size() == 1; });
    EXPECT_EQ(known[0]["amount"].integer(), 12000);
    EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/qonto")).status, 204);
    EXPECT_EQ(revoked, "token=R&client_id=c&client_secret=s");
    EXPECT_EQ(authorize("&account=FR7616798000010000005660042"), "?integration=qonto") << "connected anew";
}

class DocuSignEnvelopes : public SignatureStory {
protected:
    DocuSignEnvelopes() : SignatureStory("docusign") {
        const Json begun = desk.read("/integrations/docusign/authorize");
        const Answer back = desk.service().anonymous().get("/oauth/callback/docusign?code=c0de&state=" +
                                                           begun.textOr("state"));
        EXPECT_NE(back.header("location").find("integration=docusign"), std::string::npos)
            << back.header("location");
        const Json list = desk.read("/integrations");
        for (const Json& one : list.items()) {
            const std::string url = one.textOr("provider") == "docusign" ? one.textOr("hookUrl") : "";
            hook = url.empty() ? hook : url.substr(url.find("/hooks/"));
        }
    }
    Reaction answer(const Received& request) override {
        if (request.path == "/oauth/token") {
            return jsonAnswer(200, js("{'access_token':'T','expires_in':28800,'refresh_token':'R'}"));
        }
        if (request.path == "/oauth/userinfo") {
            return jsonAnswer(200, js("{'accounts':[{'account_id':'a1','base_uri':'https://eu.docusign.net',"
                                      "'is_default':true,'account_name':'Quais'}]}"));
        }
        if (request.path.ends_with("/documents/combined")) {
            return paper();
        }
        const bool made = request.path == "/restapi/v2.1/accounts/a1/envelopes";
        const std::string status = state == "signed" ? "completed" : state == "expired" ? "voided" : state;
        return jsonAnswer(made ? 201 : 200, js("{'envelopeId':'$1','status':'$2'}", {reference, status}));
    }
    void tell() override {
        EXPECT_TRUE(
            hasStatus(hookWith(js("{'event':'envelope-completed','at':'$1','data':{'envelopeId':'$2'}}",
                                  {unique("t"), reference})
                                   .dump(),
                               "application/json"),
                      200));
    }
};

TEST_F(DocuSignEnvelopes, AreSignedOrDeclined) {
    isSignedOrDeclined();
}

TEST_F(DocuSignEnvelopes, ThatAreVoidedExpire) {
    expires();
}

class ClockifyHours : public Story {
protected:
    ClockifyHours() : Story("clockify") {}
    Reaction answer(const Received& request) override {
        if (request.path == "/user") {
            return jsonAnswer(200, js("{'id':'u1','name':'Anne Morel','activeWorkspace':'w1'}"));
        }
        if (request.path.find("/workspaces/w1/users") == 0) {
            return jsonAnswer(200, js("[{'id':'u1','name':'Anne Morel'}]"));
        }
        return jsonAnswer(200, entries);
    }
    Json entry(const std::string& id, const std::string& description) {
        return js(
            "{'id':'$1','description':'$2','billable':true,'timeInterval':{'start':'$3T08:00:00Z','end':"
            "'$3T09:30:00Z'}}",
            {prefix + id, description, day});
    }
    void holds(const Json& list) {
        const std::lock_guard lock(mutex);
        entries = list;
    }
    Json hours(const std::string& id) {
        return desk.read("/time-entries?externalId=clockify:" + prefix + id)["data"];
    }
    template <class IsSo>
    void untilHours(const std::string& id, IsSo isSo) {
        until("/time-entries?externalId=clockify:" + prefix + id,
              [&](const Json& list) { return isSo(list["data"]); });
    }

    std::string day = desk.today();
    std::string prefix = unique("e");
    Json entries = Json::array();
};

TEST_F(ClockifyHours, AreMadeChangedAndRemoved) {
    holds(Json::array({entry("1", "Visit"), entry("2", "Plan")}));
    connect(js("{'apiKey':'k3y'}"), Json::object());
    untilHours("2", [](const Json& list) { return list.size() == 1; });
    EXPECT_EQ(hours("1")[0]["minutes"].integer(), 90);
    EXPECT_EQ(hours("1")[0].textOr("person"), "Anne Morel");
    holds(Json::array({entry("1", "Visit and drawing")}));
    until("/integrations", [](const Json& list) {
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == "clockify") {
                return !one["feeds"][0]["lastAt"].isNull();
            }
        }
        return false;
    });
    EXPECT_TRUE(hasStatus(desk.post("/integrations/clockify/sync", Json::object()), 202));
    untilHours("2", [](const Json& list) { return list.size() == 0; });
    EXPECT_EQ(hours("1")[0].textOr("description"), "Visit and drawing");
}

class FrankfurterRates : public Story {
protected:
    FrankfurterRates() : Story("frankfurter") {}
    Reaction answer(const Received&) override {
        return jsonAnswer(200, js("[{'date':'$1','base':'EUR','quote':'GBP','rate':0.8},"
                                  "{'date':'$1','base':'EUR','quote':'USD','rate':1.25}]",
                                  {day}));
    }

    std::string day = desk.today();
};

TEST_F(FrankfurterRates, LandAsThoseOfPeople) {
    connect(Json::object(), js("{'currencies':['GBP','USD']}"));
    const Json rates = until(
        "/rates", [](const Json& list) { return list.dump().find("frankfurter") != std::string::npos; });
    for (const auto& [currency, rate] : {std::pair("GBP", "0.8"), std::pair("USD", "1.25")}) {
        bool found = false;
        for (const Json& one : rowsOf(rates)) {
            found = found || (one.textOr("currency") == currency && one["rate"].dump() == rate &&
                              one.textOr("source") == "frankfurter");
        }
        EXPECT_TRUE(found) << currency << ' ' << rates.dump();
    }
}

} // namespace
} // namespace svc::test

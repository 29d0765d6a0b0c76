// Signatures, hours and rates of providers that have no file of their own, from their connection on. The
// providers are stood in for by the outside world of the test, in the forms of their contracts.
#include <svc/http_client.hpp>

#include "api/business/provider_story.hpp"

namespace svc::test {
namespace {

/// A quote that is sent out to be signed.
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
    /// Nobody signs in time: the quote stays as it is, and may be sent out again.
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
    /// The time to sign is over.
    virtual void end() { become("expired"); }
    static Reaction paper() { return Reaction::status(200, "Content-Type: application/pdf\r\n", Signed); }
    static Json flag(bool value) { return Json(value); }

    static constexpr const char* Signed = "%PDF-1.7 signed by Anne Morel";
};

class DropboxSignatures : public SignatureStory {
protected:
    DropboxSignatures() : SignatureStory("dropbox-sign") {
        connect(js("{'apiKey':'k3y'}"), js("{'testMode':true,'daysOpen':1}"));
    }
    /// Dropbox Sign has no state of its own for it: the day is over that it was told.
    void end() override {
        EXPECT_TRUE(
            hasStatus(desk.service().anonymous().post("/testing/clock", js("{'advance':'PT25H'}")), 200));
    }
    Reaction answer(const Received& request) override {
        if (request.path == "/account") {
            return jsonAnswer(200, js("{'account':{'account_id':'a1','email_address':'a@quais.example'}}"));
        }
        if (request.path.find("/signature_request/files/") == 0) {
            return paper();
        }
        Json one = Json::object({{"signature_request_id", reference}});
        one.set("is_complete", flag(state == "signed")).set("is_declined", flag(state == "declined"));
        return jsonAnswer(200, Json::object({{"signature_request", one}}));
    }
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

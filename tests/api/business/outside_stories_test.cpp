// Signatures, archives and payment requests to phones, from a person's request to the books. The providers
// are faked by outsideWorld().
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include "api/business/outside_story.hpp"
#include "api/business/together.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

class Signatures : public OutsideStory {
protected:
    Signatures() : OutsideStory("yousign") {
        outsideWorld().react([this](const Received& request) { return answer(request); });
        connect(js("{'apiKey':'k','webhookSecret':'hook'}"), js("{'locale':'en'}"));
        desk.events();
    }

    Reaction answer(const Received& request) {
        const std::lock_guard lock(mutex);
        const std::string& path = request.path;
        if (path.ends_with("/documents/download")) {
            return Reaction::status(200, "Content-Type: application/pdf\r\n", Signed);
        }
        if (path.ends_with("/documents") || path.ends_with("/signers")) {
            sent.push_back(path.substr(path.rfind('/')));
            return jsonAnswer(201, Json::object({{"id", "part"}}));
        }
        if (path.find("?external_id=") != std::string::npos) {
            return jsonAnswer(200, Json::object({{"data", Json::array()}}));
        }
        const bool made = path.find('?') == std::string::npos;
        return jsonAnswer(
            made ? 201 : 200,
            Json::object({{"id", reference}, {"name", "n"}, {"status", status}, {"data", Json::array()}}));
    }
    void become(const std::string& state) {
        {
            const std::lock_guard lock(mutex);
            status = state;
        }
        const std::string body =
            Json::object({{"event_id", unique("evt_")},
                          {"data", Json::object({{"signature_request", Json::object({{"id", reference}})}})}})
                .dump();
        EXPECT_TRUE(hasStatus(call(body, "X-Yousign-Signature-256", "sha256=" + hmac("hook", body)), 200));
    }
    std::string quote() { return sentOut("quote", document("/quotes")); }
    std::string sentOut(const std::string& kind, const std::string& id) {
        const Answer asked = ask(kind + '/' + id, "signature",
                                 js("{'signers':[{'name':'Anne Morel','email':'a@quais.example'}]}"));
        EXPECT_TRUE(hasStatus(asked, 201));
        EXPECT_EQ(asked.json.textOr("status"), "sent");
        return id;
    }
    static auto tells(const std::string& action) {
        return [action](const Json& history) { return history.dump().find(action) != std::string::npos; };
    }
    static auto hasState(const std::string& state) {
        return [state](const Json& found) { return found.textOr("status") == state; };
    }

    static constexpr const char* Signed = "%PDF-1.7 signed by Anne Morel";
    std::string reference = unique("sr-");
    std::string status = "ongoing";
    std::vector<std::string> sent;
};

TEST_F(Signatures, ASignedQuoteIsAcceptedAndKeepsItsSignedPaper) {
    const std::string id = quote();
    EXPECT_EQ(sent, (std::vector<std::string>{"/documents", "/signers"}));
    EXPECT_TRUE(
        isRefusal(ask("quote/" + id, "signature", js("{'signers':[{'name':'B','email':'b@b.example'}]}")),
                  400, "signature-in-progress"));
    become("done");
    const Json quote = until("/quotes/" + id, hasState("signed"));
    EXPECT_EQ(quote["signature"].textOr("provider"), "yousign");
    EXPECT_EQ(quote["signature"].textOr("documentSha256"), sha256(Signed));
    EXPECT_EQ(quote["signature"]["signers"][0].textOr("name"), "Anne Morel");
    const Json kept = desk.read("/attachments?documentId=" + id);
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0].textOr("fileName"), quote.textOr("number") + "-signed.pdf");
    EXPECT_EQ(kept[0].textOr("sha256"), sha256(Signed));
    EXPECT_EQ(desk.get("/attachments/" + kept[0].textOr("id") + "/content").body, Signed);
    EXPECT_THAT(eventTypes(), ::testing::IsSupersetOf({"quote.accepted", "quote.signed"}));
    become("done");
    std::this_thread::sleep_for(milliseconds(500));
    EXPECT_EQ(desk.read("/attachments?documentId=" + id).size(), 1U) << "told twice, kept once";
}

TEST_F(Signatures, WhoDeclinesDeclinesTheQuote) {
    const std::string id = quote();
    become("declined");
    until("/quotes/" + id, hasState("declined"));
    EXPECT_EQ(desk.read("/attachments?documentId=" + id).size(), 0U);
}

TEST_F(Signatures, AnExpiredRequestLeavesTheQuoteAsItIs) {
    const std::string id = quote();
    become("expired");
    const auto end = Clock::now() + seconds(20);
    Answer again;
    do {
        std::this_thread::sleep_for(milliseconds(200));
        again = ask("quote/" + id, "signature", js("{'signers':[{'name':'B','email':'b@b.example'}]}"));
    } while (again.status != 201 && Clock::now() < end);
    EXPECT_TRUE(hasStatus(again, 201)) << "it may be asked again";
    EXPECT_FALSE(hasState("signed")(desk.read("/quotes/" + id)));
    EXPECT_EQ(desk.read("/quotes/" + id)["signature"].isNull(), true);
}

TEST_F(Signatures, ASaleIsSignedDeclinedOrExpiresAndStaysWhatItIs) {
    const std::string id = document("/sales");
    const Json before = desk.read("/sales/" + id);
    for (const char* end : {"declined", "expired", "done"}) {
        sentOut("sale", id);
        const std::string word = end == std::string("done") ? "signed" : end;
        become(end);
        until("/history/sale/" + id, tells("signature." + word));
    }
    const Json kept = desk.read("/attachments?documentId=" + id);
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0].textOr("fileName"), before.textOr("number") + "-signed.pdf");
    EXPECT_EQ(kept[0].textOr("sha256"), sha256(Signed));
    const Json after = desk.read("/sales/" + id);
    EXPECT_EQ(after.textOr("status"), before.textOr("status"));
    EXPECT_EQ(after["balance"].integer(), before["balance"].integer());
}

class Archive : public OutsideStory {
protected:
    Archive() : OutsideStory("s3") {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            if (!request.body.empty()) {
                objects[request.path] = request.body;
                ++written;
                return Reaction::status(200);
            }
            if (request.path == "/books") {
                return Reaction::status(200);
            }
            const auto found = objects.find(request.path);
            return found == objects.end()
                       ? Reaction::status(404)
                       : Reaction::status(200, "Content-Type: application/pdf\r\n", found->second);
        });
        connect(js("{'endpoint':'$1','region':'eu','bucket':'books','accessKey':'A','secretKey':'S'}",
                   {outsideWorld().url("")}),
                js("{'folder':'papers'}"));
    }

    std::map<std::string, std::string> objects;
    int written = 0;
};

TEST_F(Archive, KeepsThePaperOfADocumentOnce) {
    const std::string sale = document("/sales");
    const std::string pdf = desk.get("/sales/" + sale + "/invoice.pdf").body;
    const Answer first = ask("sale/" + sale, "archive", Json::object());
    ASSERT_TRUE(hasStatus(first, 201));
    EXPECT_EQ(first.json.textOr("sha256"), sha256(pdf));
    EXPECT_EQ(objects.at(first.json.textOr("reference")), pdf);
    EXPECT_TRUE(first.json.textOr("reference").starts_with("/books/papers/"));
    const Answer again = ask("sale/" + sale, "archive", Json::object());
    ASSERT_TRUE(hasStatus(again, 201));
    EXPECT_EQ(again.json.textOr("reference"), first.json.textOr("reference"));
    EXPECT_EQ(written, 1) << "the same file adds nothing";
    const std::string quote = document("/quotes");
    ASSERT_TRUE(hasStatus(ask("quote/" + quote, "archive", js("{'folder':'quotes/2026'}")), 201));
    EXPECT_EQ(written, 2);
}

TEST_F(Archive, KeepsCreditNotesAndPurchases) {
    const std::string sale = document("/sales");
    ASSERT_TRUE(hasStatus(desk.post("/sales/" + sale + "/refund", js("{'reason':'Broken'}")), 201));
    const std::string note = desk.read("/sales/" + sale)["refunds"][0]["creditNote"].textOr("id");
    const std::string supplier =
        desk.make("/partners", js("{'name':'$1','kind':'supplier'}", {unique("Roaster")})).textOr("id");
    const std::string purchase =
        desk.make("/purchases", Json::object({{"partnerId", supplier}, {"lines", line()}})).textOr("id");
    int count = 0;
    for (const std::string& document : {"credit_note/" + note, "purchase/" + purchase}) {
        const Answer kept = ask(document, "archive", Json::object());
        ASSERT_TRUE(hasStatus(kept, 201)) << document;
        EXPECT_EQ(written, ++count);
        const std::string& object = objects.at(kept.json.textOr("reference"));
        EXPECT_EQ(kept.json.textOr("sha256"), sha256(object));
        EXPECT_TRUE(object.starts_with("%PDF"));
        ASSERT_TRUE(hasStatus(ask(document, "archive", Json::object()), 201));
        EXPECT_EQ(written, count) << "the same file adds nothing";
    }
    EXPECT_TRUE(
        isRefusal(ask("credit_note/crn_none", "archive", Json::object()), 404, "credit-note-not-found"));
    EXPECT_TRUE(isRefusal(ask("purchase/pur_none", "archive", Json::object()), 404, "purchase-not-found"));
}

/// Google Drive, with access by OAuth 2.
class Consent : public OutsideStory {
protected:
    Consent() : OutsideStory("google-drive") {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
        settings = desk.value("baseUrl") + "/console/settings?tab=1";
    }
    Reaction answer(const Received& request) {
        const std::string& path = request.path;
        if (path == "/token") {
            tokenRequests.push_back(request.body);
            return grants ? jsonAnswer(200, js("{'access_token':'T$1','expires_in':3600,'refresh_token':'R'}",
                                               {std::to_string(tokenRequests.size())}))
                          : jsonAnswer(400, js("{'error':'invalid_grant'}"));
        }
        if (path.find("/about") != std::string::npos) {
            return jsonAnswer(200, js("{'user':{'emailAddress':'a@quais.example','displayName':'Anne'}}"));
        }
        if (path.starts_with("/drive/v3/files?q=")) {
            const bool folder = path.find("google-apps.folder") != std::string::npos;
            const bool known = folder ? false : uploaded > 0;
            return jsonAnswer(200,
                              known ? js("{'files':[{'id':'x1','webViewLink':'https://drive.example/x1'}]}")
                                    : js("{'files':[]}"));
        }
        if (path.starts_with("/upload/")) {
            ++uploaded;
            return jsonAnswer(200, js("{'id':'x1','webViewLink':'https://drive.example/x1'}"));
        }
        return jsonAnswer(200, js("{'id':'folder'}"));
    }
    /// A query parameter of the provider's URL that authorize has returned.
    static std::string parameterIn(const std::string& url, const std::string& name) {
        const std::size_t begin = url.find('&' + name + '=') + name.size() + 2;
        return url.substr(begin, url.find('&', begin) - begin);
    }
    std::string begin() {
        const Json told = desk.read("/integrations/google-drive/authorize?returnUrl=" + settings);
        EXPECT_EQ(parameterIn(told.textOr("url"), "state"), told.textOr("state"));
        challenge = parameterIn(told.textOr("url"), "code_challenge");
        return told.textOr("state");
    }
    Answer comeBack(const std::string& state, const std::string& more = "&code=c0de&scope=x") {
        return desk.service().anonymous().get("/oauth/callback/google-drive?state=" + state + more);
    }

    std::string settings;
    std::string challenge;
    std::vector<std::string> tokenRequests;
    bool grants = true;
    int uploaded = 0;
};

TEST_F(Consent, ConnectsAndKeepsAndEndsWhenItIsTakenAway) {
    const std::string state = begin();
    EXPECT_TRUE(isRefusal(comeBack(state + "x"), 400, "state-invalid"));
    EXPECT_TRUE(isRefusal(comeBack("com_none.x"), 400, "state-invalid"));
    EXPECT_TRUE(isRefusal(comeBack(""), 400, "state-invalid"));
    const Answer back = comeBack(state);
    ASSERT_EQ(back.status, 302) << back.body;
    EXPECT_EQ(back.header("location"), settings + "&integration=google-drive");
    EXPECT_TRUE(isRefusal(comeBack(state), 400, "state-invalid")) << "once";
    const std::string verifier = parameterIn('&' + tokenRequests.at(0), "code_verifier");
    EXPECT_EQ(base64UrlEncode(hexDecode(sha256(verifier)).value()), challenge);
    EXPECT_THAT(eventTypes(), ::testing::Contains("integration.connected"));

    const std::string sale = document("/sales");
    const Answer kept = ask("sale/" + sale, "archive", js("{'folder':'papers'}"));
    ASSERT_TRUE(hasStatus(kept, 201));
    EXPECT_EQ(kept.json.textOr("url"), "https://drive.example/x1");
    ASSERT_TRUE(hasStatus(ask("sale/" + sale, "archive", js("{'folder':'papers'}")), 201));
    EXPECT_EQ(uploaded, 1);

    advanceClock(3600);
    {
        const std::lock_guard lock(mutex);
        grants = false;
    }
    EXPECT_TRUE(isRefusal(ask("sale/" + sale, "archive", js("{'folder':'papers'}")), 400,
                          "integration-credentials-invalid:invalid_grant"));
    EXPECT_THAT(eventTypes(), ::testing::Contains("integration.disconnected"));
    grants = true;
    EXPECT_EQ(comeBack(begin()).status, 302) << "connected anew";
    EXPECT_TRUE(hasStatus(ask("sale/" + sale, "archive", js("{'folder':'papers'}")), 201));
}

TEST_F(Consent, KeepsAPaperOnceForTwoWhoAskAtOnce) {
    ASSERT_EQ(comeBack(begin()).status, 302);
    outsideWorld().react([this](const Received& request) {
        if (request.path.starts_with("/upload/")) {
            std::this_thread::sleep_for(seconds(2)); // meanwhile the other request looks and finds nothing
        }
        const std::lock_guard lock(mutex);
        return answer(request);
    });
    const std::string sale = document("/sales");
    together(desk.service(), desk.newKey(), 2, [&](HttpClient& client, int index) {
        std::this_thread::sleep_for(milliseconds(500 * index));
        EXPECT_TRUE(hasStatus(
            client.post(desk.path("/integrations/documents/sale/" + sale + "/archive"), Json::object()),
            201));
    });
    EXPECT_EQ(uploaded, 1);
}

TEST_F(Consent, TellsThePersonWhyItWasNotConnected) {
    const Answer denied = comeBack(begin(), "&error=access_denied");
    EXPECT_EQ(denied.status, 302);
    EXPECT_EQ(denied.header("location"), settings + "&error=access_denied");
    grants = false;
    EXPECT_EQ(comeBack(begin()).header("location"),
              settings + "&error=integration-credentials-invalid%3Ainvalid_grant");
    grants = true;
    const std::string late = begin();
    advanceClock(601);
    EXPECT_TRUE(isRefusal(comeBack(late), 400, "state-invalid"));
    EXPECT_TRUE(
        isRefusal(desk.get("/integrations/google-drive/authorize?returnUrl=https://elsewhere.example/"), 400,
                  "field-invalid:returnUrl"));
    EXPECT_EQ(comeBack(begin()).status, 302);
}

class Phones : public OutsideStory {
protected:
    Phones() : OutsideStory("mtn-momo") {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            if (request.path.ends_with("/token/")) {
                return jsonAnswer(200, js("{'access_token':'t','expires_in':3600}"));
            }
            if (request.path.ends_with("/requesttopay")) {
                // A known reference is a conflict, and the phone does not ring again.
                return Reaction::status(rung.insert(request.header("x-reference-id")).second ? 202 : 409);
            }
            return jsonAnswer(
                200, Json::object({{"status", status},
                                   {"amount", "5000"},
                                   {"currency", "XOF"},
                                   {"reason", status == "FAILED" ? Json("NOT_ENOUGH_FUNDS") : Json(nullptr)},
                                   {"financialTransactionId", "fin-1"}}));
        });
        const Json wallet = desk.make(
            "/wallets", js("{'name':'$1','kind':'mobile_money','currency':'XOF'}", {unique("MoMo")}));
        connect(js("{'apiUser':'6f7001fc-8c2a-4f0a-9a13-0d6d7b1a3c11','apiKey':'k','subscriptionKey':'s',"
                   "'environment':'mtnbenin'}"),
                Json::object({{"walletId", wallet["id"]}}));
        desk.events();
    }
    Answer push(const std::string& id) {
        return ask("sale/" + id, "push-to-phone", js("{'phone':'+2290197123456'}"));
    }
    void become(const std::string& state) {
        const std::lock_guard lock(mutex);
        status = state;
    }
    /// Moves the service's clock by this many seconds, so that it polls the state at its scheduled times.
    void watch(std::int64_t time) {
        for (std::int64_t passed = 0; passed < time; passed += 70) {
            advanceClock(70);
            std::this_thread::sleep_for(milliseconds(400));
        }
    }
    std::size_t count(const std::string& type) {
        const std::vector<std::string>& all = eventTypes();
        return static_cast<std::size_t>(std::count(all.begin(), all.end(), type));
    }
    static bool isPaid(const Json& sale) { return sale["balance"].integer() == 0; }

    std::string status = "PENDING";
    std::set<std::string> rung;
};

TEST_F(Phones, AnAcceptedRequestPaysTheSaleOnce) {
    const std::string id = saleInFrancs();
    const Answer asked = push(id);
    ASSERT_TRUE(hasStatus(asked, 202));
    EXPECT_EQ(asked.json.textOr("status"), "pending");
    become("SUCCESSFUL");
    watch(70);
    const Json paid = until("/sales/" + id, isPaid);
    EXPECT_EQ(paid["payments"].size(), 1U);
    EXPECT_EQ(paid["payments"][0].textOr("method"), "mobile_money");
    watch(300);
    EXPECT_EQ(desk.read("/sales/" + id)["payments"].size(), 1U);
    EXPECT_EQ(count("payment.received"), 1U);
    EXPECT_EQ(rung.size(), 1U);
}

TEST_F(Phones, ARefusedRequestLeavesTheSaleOpen) {
    const std::string id = saleInFrancs();
    ASSERT_TRUE(hasStatus(push(id), 202));
    become("FAILED");
    watch(70);
    const auto end = Clock::now() + seconds(20);
    while (count("payment.failed") == 0 && Clock::now() < end) {
        std::this_thread::sleep_for(milliseconds(200));
    }
    EXPECT_FALSE(isPaid(desk.read("/sales/" + id)));
    EXPECT_EQ(count("payment.failed"), 1U);
    become("PENDING");
    EXPECT_TRUE(hasStatus(push(id), 202)) << "it may be asked again";
}

TEST_F(Phones, WhoAnswersAfterHoursHasPaidAllTheSame) {
    const std::string id = saleInFrancs();
    ASSERT_TRUE(hasStatus(push(id), 202));
    watch(11 * 60);
    EXPECT_FALSE(isPaid(desk.read("/sales/" + id)));
    become("SUCCESSFUL");
    advanceClock(3700);
    until("/sales/" + id, isPaid);
    EXPECT_EQ(rung.size(), 1U);
}

} // namespace
} // namespace svc::test

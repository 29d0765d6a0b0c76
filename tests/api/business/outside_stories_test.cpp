// What companies do with signatures, archives, requests to phones and banks, from the call of a person to the
// books. The providers are stood in for by the outside world of the test.
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <svc/encoding.hpp>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

std::string sha256(const std::string& bytes) {
    std::array<char, EVP_MAX_MD_SIZE> digest{};
    unsigned int size = 0;
    EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()), &size,
               EVP_sha256(), nullptr);
    return hexEncode({digest.data(), size});
}

std::string hmac(const std::string& secret, const std::string& text) {
    std::array<unsigned char, EVP_MAX_MD_SIZE> code{};
    unsigned int size = 0;
    HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
         reinterpret_cast<const unsigned char*>(text.data()), text.size(), code.data(), &size);
    return hexEncode({reinterpret_cast<const char*>(code.data()), size});
}

Reaction jsonAnswer(int status, const Json& body) {
    return Reaction::status(status, "Content-Type: application/json\r\n", body.dump());
}

/// A provider of the test: what its answers depend on is changed under the lock.
class OutsideStory : public ::testing::Test {
protected:
    explicit OutsideStory(std::string id) : provider(std::move(id)) {}
    ~OutsideStory() override {
        EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/" + provider)).status, 204);
        outsideWorld().react([](const Received&) { return Reaction{}; });
    }

    void connect(const Json& credentials, const Json& settings) {
        const Answer made = desk.post("/integrations/" + provider + "/connect",
                                      Json::object({{"credentials", credentials}, {"settings", settings}}));
        ASSERT_TRUE(hasStatus(made, 201));
        hook = made.json.textOr("hookUrl");
        hook = hook.empty() ? hook : hook.substr(hook.find("/hooks/"));
    }
    Answer ask(const std::string& document, const std::string& what, const Json& body) {
        return desk.post("/integrations/documents/" + document + '/' + what, body);
    }
    Answer call(const std::string& body, const std::string& header, const std::string& value) {
        return desk.service().anonymous().post(hook, Json::parse(body), {{header, value}});
    }
    /// Reads until it is so, for twenty seconds.
    template <class IsSo>
    Json until(const std::string& below, IsSo isSo) {
        const auto end = Clock::now() + seconds(20);
        Json found = desk.read(below);
        while (!isSo(found) && Clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(200));
            found = desk.read(below);
        }
        EXPECT_TRUE(isSo(found)) << found.dump();
        return found;
    }
    /// Of all events since the test began.
    const std::vector<std::string>& eventTypes() {
        for (const Json& event : desk.events()) {
            types.push_back(event.textOr("type"));
        }
        return types;
    }
    Json line() { return js("[{'label':'Coffee','quantity':1,'unitPrice':120}]"); }
    std::string document(const std::string& route) {
        return desk.make(route, Json::object({{"partnerId", partner}, {"lines", line()}})).textOr("id");
    }

    std::string provider;
    Desk desk{serviceWithProvider()};
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");
    std::string hook;
    std::vector<std::string> types;
    std::mutex mutex;
};

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
    std::string quote() {
        const std::string id = document("/quotes");
        const Answer asked = ask("quote/" + id, "signature",
                                 js("{'signers':[{'name':'Anne Morel','email':'a@quais.example'}]}"));
        EXPECT_TRUE(hasStatus(asked, 201));
        EXPECT_EQ(asked.json.textOr("status"), "sent");
        return id;
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

/// Google Drive, to which people give access by OAuth 2.
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
    /// What authorize has put into the address of the provider.
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
                          "integration-credentials-invalid"));
    EXPECT_THAT(eventTypes(), ::testing::Contains("integration.disconnected"));
    grants = true;
    EXPECT_EQ(comeBack(begin()).status, 302) << "connected anew";
    EXPECT_TRUE(hasStatus(ask("sale/" + sale, "archive", js("{'folder':'papers'}")), 201));
}

TEST_F(Consent, TellsThePersonWhyItWasNotConnected) {
    const Answer denied = comeBack(begin(), "&error=access_denied");
    EXPECT_EQ(denied.status, 302);
    EXPECT_EQ(denied.header("location"), settings + "&error=access_denied");
    grants = false;
    EXPECT_EQ(comeBack(begin()).header("location"), settings + "&error=integration-credentials-invalid");
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
                // A reference that is known is a conflict, and nobody's phone rings.
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
    std::string sale() {
        return desk
            .make("/sales",
                  Json::object({{"partnerId", partner},
                                {"currency", "XOF"},
                                {"exchangeRate", Json::parse("655.957")},
                                {"lines", js("[{'label':'Coffee','quantity':1,'unitPrice':5000}]")}}))
            .textOr("id");
    }
    Answer push(const std::string& id) {
        return ask("sale/" + id, "push-to-phone", js("{'phone':'+2290197123456'}"));
    }
    void become(const std::string& state) {
        const std::lock_guard lock(mutex);
        status = state;
    }
    /// Lets the service look at the state at its times, for so many seconds of its clock.
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
    const std::string id = sale();
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
    const std::string id = sale();
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
    const std::string id = sale();
    ASSERT_TRUE(hasStatus(push(id), 202));
    watch(11 * 60);
    EXPECT_FALSE(isPaid(desk.read("/sales/" + id)));
    become("SUCCESSFUL");
    advanceClock(3700);
    until("/sales/" + id, isPaid);
    EXPECT_EQ(rung.size(), 1U);
}

class Bank : public OutsideStory {
protected:
    Bank() : OutsideStory("qonto") {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            if (request.path.ends_with("/organization")) {
                return jsonAnswer(200, js("{'organization':{'slug':'acme','bank_accounts':[{'iban':"
                                          "'FR7616798000010000005663951'}]}}"));
            }
            Json page = Json::object({{"transactions", lines}, {"meta", js("{'next_page':null}")}});
            return jsonAnswer(200, page);
        });
        wallet = desk.make("/wallets", js("{'name':'$1','kind':'bank','currency':'EUR'}", {unique("Qonto")}))
                     .textOr("id");
        connect(js("{'login':'l','secretKey':'s','webhookSecret':'hook'}"),
                Json::object({{"walletId", wallet}}));
    }
    void book(const std::string& id, std::int64_t cents) {
        const std::lock_guard lock(mutex);
        lines.push(Json::object({{"id", id},
                                 {"status", "completed"},
                                 {"side", cents < 0 ? "debit" : "credit"},
                                 {"amount_cents", std::abs(cents)},
                                 {"label", "Hotel des Quais"},
                                 {"reference", "F-7"},
                                 {"settled_at", "2026-11-19T10:00:00.000Z"}}));
    }
    Json known(std::size_t count) {
        return until("/bank-transactions?walletId=" + wallet,
                     [count](const Json& list) { return list.size() == count; });
    }

    std::string wallet;
    Json lines = Json::array();
};

TEST_F(Bank, ACallOfTheBankFetchesItsLinesOnce) {
    until("/integrations",
          [](const Json& list) { return list.dump().find("\"lastAt\":\"") != std::string::npos; });
    book("t-1", 12000);
    book("t-2", -350);
    const std::string body = R"({"type":"v1/transactions","data":{}})";
    const std::string time = std::to_string(
        Instant::parse(desk.make("/partners", js("{'name':'$1'}", {unique("Clock")})).textOr("createdAt"))
            ->seconds());
    EXPECT_TRUE(
        isRefusal(call(body, "X-Qonto-Signature", "t=" + time + ",v1=" + hmac("other", time + '.' + body)),
                  400, "signature-invalid"));
    EXPECT_TRUE(hasStatus(
        call(body, "X-Qonto-Signature", "t=" + time + ",v1=" + hmac("hook", time + '.' + body)), 200));
    const Json list = known(2);
    std::vector<std::int64_t> amounts;
    for (const Json& line : list.items()) {
        amounts.push_back(line["amount"].integer());
    }
    EXPECT_THAT(amounts, ::testing::UnorderedElementsAre(12000, -350));
    book("t-3", 77);
    ASSERT_TRUE(hasStatus(desk.post("/integrations/qonto/sync", Json::object()), 202));
    known(3);
}

} // namespace
} // namespace svc::test

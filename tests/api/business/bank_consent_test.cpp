// Bank lines from GoCardless Bank Account Data, faked by the test: from a person's consent to the lines of
// the wallet, until the access expires; and invalid answers of the provider.
#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <thread>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

#include <svc/date.hpp>

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr const char* Route = "/integrations/gocardless-bad";

class BankConsent : public ::testing::Test {
protected:
    BankConsent() {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
        desk.events();
    }
    ~BankConsent() override {
        desk.service().live().remove(desk.path(Route));
        outsideWorld().react([](const Received&) { return Reaction{}; });
        expectInvariants(desk.service());
    }

    static Reaction json(int status, const std::string& body) {
        return Reaction::status(status, "Content-Type: application/json\r\n", body);
    }
    Reaction answer(const Received& request) {
        const std::string path = request.path.substr(0, request.path.find('?'));
        if (path == "/api/v2/token/new/") {
            return json(200,
                        R"({"access":"A","access_expires":86400,"refresh":"R","refresh_expires":2592000})");
        }
        if (path == "/api/v2/institutions/") {
            return json(
                200, R"([{"id":"BNP_GEBABEBB","name":"BNP Paribas Fortis","transaction_total_days":"540"}])");
        }
        if (path == "/api/v2/agreements/enduser/") {
            return json(201, R"({"id":"eua-1"})");
        }
        if (path == "/api/v2/requisitions/") {
            asked = request.json();
            return json(201, R"({"id":"req-1","status":"CR","link":"https://bank.example/agree"})");
        }
        if (path == "/api/v2/requisitions/req-1/") {
            return json(200, js("{'id':'req-1','status':'$1','reference':'$2','accounts':['acc-1']}",
                                {status, asked.textOr("reference")})
                                 .dump());
        }
        if (path == "/api/v2/accounts/acc-1/") {
            return json(200, R"({"id":"acc-1","iban":"BE68539007547034","institution_id":"BNP_GEBABEBB"})");
        }
        return path == "/api/v2/accounts/acc-1/transactions/" ? transactions : Reaction::status(404);
    }
    void become(const Reaction& reaction) {
        const std::lock_guard lock(mutex);
        transactions = reaction;
    }

    Answer connect() {
        return desk.post(std::string(Route) + "/connect",
                         js("{'credentials':{'secretId':'id','secretKey':'key'},"
                            "'settings':{'walletId':'$1','country':'BE','bank':'fortis'}}",
                            {wallet}));
    }
    /// The callback to which the bank redirects the person.
    Answer comeBack(const std::string& query) {
        const std::string redirect = asked.textOr("redirect");
        return desk.service().anonymous().get(redirect.substr(redirect.find("/oauth/")) + "?ref=" + query);
    }
    std::string agree() {
        const Answer begun = connect();
        EXPECT_TRUE(hasStatus(begun, 201));
        EXPECT_EQ(begun.json["authorization"].textOr("url"), "https://bank.example/agree");
        const Answer back = comeBack(begun.json["authorization"].textOr("state"));
        EXPECT_TRUE(hasStatus(back, 302));
        return back.header("location");
    }
    Json integration() {
        const Json list = desk.read("/integrations");
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == "gocardless-bad") {
                return one;
            }
        }
        return {};
    }
    /// Starts a fetch and returns the feed after it.
    Json fetched() {
        const std::string before = integration()["feeds"][0].textOr("lastAt");
        Answer told = desk.post(std::string(Route) + "/sync", js("{}"));
        for (int i = 0; i < 50 && told.status == 400; ++i) {
            std::this_thread::sleep_for(milliseconds(100));
            told = desk.post(std::string(Route) + "/sync", js("{}"));
        }
        EXPECT_TRUE(hasStatus(told, 202));
        return feedBehind(before);
    }
    Json feedBehind(const std::string& before) {
        const auto end = Clock::now() + seconds(60);
        Json feed = integration()["feeds"][0];
        while ((feed.textOr("lastAt").empty() || feed.textOr("lastAt") == before) && Clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(200));
            feed = integration()["feeds"][0];
        }
        EXPECT_NE(feed.textOr("lastAt"), before);
        return feed;
    }
    Json lines() { return desk.read("/bank-transactions?walletId=" + wallet); }
    std::string booked(const std::string& currency = "EUR") {
        return js("{'transactions':{'booked':[{'transactionId':'$1','bookingDate':'$2',"
                  "'transactionAmount':{'amount':'176.00','currency':'$3'},'debtorName':'Hotel',"
                  "'remittanceInformationUnstructured':'INV'},{'bookingDate':'$2',"
                  "'transactionAmount':{'amount':'-2.50','currency':'$3'}},{'bookingDate':'$2',"
                  "'transactionAmount':{'amount':'-2.50','currency':'$3'}}]}}",
                  {id, desk.today(), currency})
            .dump();
    }
    /// The host's peak memory in KiB since its reset.
    std::int64_t peak() {
        std::ifstream file("/proc/" + std::to_string(desk.service().pid()) + "/status");
        std::string line;
        while (std::getline(file, line)) {
            if (line.rfind("VmHWM:", 0) == 0) {
                return std::stoll(line.substr(6));
            }
        }
        return 0;
    }
    void resetPeak() {
        std::ofstream("/proc/" + std::to_string(desk.service().pid()) + "/clear_refs") << "5";
    }

    std::mutex mutex;
    std::string status = "LN";
    Json asked = Json::object();
    Desk desk{serviceWithProvider()};
    std::string wallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank'}", {unique("Bank ")})).textOr("id");
    std::string id = unique("t-");
    Reaction transactions = json(200, R"({"transactions":{"booked":[]}})");
};

TEST_F(BankConsent, GivesTheLinesUntilItEnds) {
    become(json(200, booked()));
    const Answer begun = connect();
    ASSERT_TRUE(hasStatus(begun, 201));
    EXPECT_EQ(begun.json.textOr("state"), "available");
    EXPECT_TRUE(isRefusal(comeBack("com_01jd9nt9383n5y3cgag4basr89.x"), 400, "state-invalid"));
    EXPECT_EQ(integration().textOr("state"), "available");
    const Answer back = comeBack(begun.json["authorization"].textOr("state"));
    EXPECT_TRUE(hasStatus(back, 302));
    EXPECT_NE(back.header("location").find("integration=gocardless-bad"), std::string::npos);
    EXPECT_TRUE(isRefusal(comeBack(begun.json["authorization"].textOr("state")), 400, "state-invalid"))
        << "once";
    EXPECT_EQ(integration().textOr("state"), "connected");
    EXPECT_EQ(integration()["account"].textOr("id"), "BE68539007547034");

    EXPECT_EQ(feedBehind("")["records"].integer(), 3);
    EXPECT_EQ(lines().size(), 3U) << "two equal fees of one day are two lines";
    fetched();
    EXPECT_EQ(lines().size(), 3U) << "nothing comes twice";

    become(json(401, R"({"summary":"Couldn't update account transactions","type":"AccessExpiredError",)"
                     R"("detail":"Access has expired or it has been revoked.","status_code":401})"));
    fetched();
    EXPECT_EQ(integration().textOr("state"), "expired");
    const auto types = typesOf(desk.events());
    EXPECT_EQ(std::count(types.begin(), types.end(), "integration.disconnected"), 1);
    EXPECT_TRUE(
        isRefusal(desk.post(std::string(Route) + "/sync", js("{}")), 400, "integration-not-connected"));
    become(json(200, booked()));
    const std::string before = integration()["feeds"][0].textOr("lastAt");
    EXPECT_NE(agree().find("integration=gocardless-bad"), std::string::npos);
    EXPECT_TRUE(feedBehind(before)["lastError"].isNull());
    EXPECT_EQ(integration().textOr("state"), "connected");
    EXPECT_EQ(lines().size(), 3U);
}

TEST_F(BankConsent, ThatIsNotGivenConnectsNothing) {
    status = "RJ";
    EXPECT_NE(agree().find("error=provider-refused%3Aconsent-refused"), std::string::npos);
    const Answer begun = connect();
    const Answer back =
        comeBack(begun.json["authorization"].textOr("state") + "&error=UserCancelledSession&details=x");
    EXPECT_NE(back.header("location").find("error=UserCancelledSession"), std::string::npos);
    EXPECT_EQ(integration().textOr("state"), "available");
    EXPECT_TRUE(isRefusal(desk.post(std::string(Route) + "/connect",
                                    js("{'credentials':{'secretId':'id','secretKey':'key'},"
                                       "'settings':{'walletId':'$1','country':'BE','bank':'Argenta'}}",
                                       {wallet})),
                          400, "provider-refused:bank-unknown"));
}

TEST_F(BankConsent, LinesOfAnotherCurrencyAreNotTaken) {
    become(json(200, booked("USD")));
    agree();
    EXPECT_EQ(feedBehind("").textOr("lastError"), "statement-currency-mismatch:USD");
    EXPECT_EQ(lines().size(), 0U);
}

TEST_F(BankConsent, AnswersThatNobodyShouldGiveDoNoHarm) {
    agree();
    feedBehind("");
    const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    const std::string start = R"({"transactions":{"booked":[)";
    constexpr std::size_t Huge = 50 * 1024 * 1024;
    Reaction declared;
    declared.text = head + "Content-Length: 52428800\r\n\r\n" + start;
    Reaction streamed;
    streamed.text = head + "Transfer-Encoding: chunked\r\n\r\n3200000\r\n" + start +
                    std::string(Huge - start.size(), ' ') + "\r\n0\r\n\r\n";
    const std::string nested = start + std::string(1'000'000, '[');
    const std::string cut = booked().substr(0, 150);
    const std::string half = booked().insert(booked().rfind("-2.50"), "x");
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    const std::string tooLarge = "integration-unreachable:too-large";
    const std::vector<std::tuple<const char*, Reaction, std::string>> answers = {
        {"declared", declared, tooLarge},          {"streamed", streamed, tooLarge},
        {"nested", json(200, nested), unreadable}, {"cut", json(200, cut), unreadable},
        {"half", json(200, half), unreadable},     {"page", json(200, "<html>"), unreadable}};
    for (const auto& [name, reaction, expected] : answers) {
        become(reaction);
        resetPeak();
        const std::int64_t before = peak();
        EXPECT_EQ(fetched().textOr("lastError"), expected) << name;
        EXPECT_LT(peak() - before, 96 * 1024) << name << ": held more than an answer may have";
        EXPECT_EQ(lines().size(), 0U) << name << ": all lines of an answer or none";
    }
    become(json(200, booked()));
    EXPECT_TRUE(fetched()["lastError"].isNull());
    EXPECT_EQ(lines().size(), 3U);
}

TEST_F(BankConsent, AnAnswerThatNeverEndsIsGivenUp) {
    agree();
    feedBehind("");
    Reaction drip = json(200, booked() + std::string(100'000, ' '));
    drip.each = milliseconds(50);
    become(drip);
    const auto began = Clock::now();
    EXPECT_EQ(fetched().textOr("lastError"), "integration-unreachable:timeout");
    EXPECT_LT(Clock::now() - began, seconds(50)) << "the time is that of the whole answer";
    EXPECT_EQ(lines().size(), 0U);
}

} // namespace
} // namespace svc::test

// Payouts of a provider, from the payments of sales to the bank line: Stripe, faked by the test, reports the
// content of a payout; and what is suggested when it does not.
#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <mutex>
#include <thread>

#include <openssl/evp.h>
#include <openssl/hmac.h>

#include "api/business/desk.hpp"
#include "api/business/provider_service.hpp"

#include <svc/date.hpp>
#include <svc/encoding.hpp>

namespace svc::test {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using std::chrono::seconds;

class PayoutsOfStripe : public ::testing::Test {
protected:
    PayoutsOfStripe() {
        outsideWorld().react([this](const Received& request) {
            const std::lock_guard lock(mutex);
            return answer(request);
        });
        const Answer made = desk.post("/integrations/stripe/connect",
                                      js("{'credentials':{'secretKey':'sk_live_1','webhookSecret':'whsec_1'},"
                                         "'settings':{'walletId':'$1'}}",
                                         {stripeWallet}));
        EXPECT_TRUE(hasStatus(made, 201));
        hook = made.json.textOr("hookUrl");
        hook = hook.substr(hook.find("/hooks/"));
        untilFetched("");
    }
    ~PayoutsOfStripe() override {
        EXPECT_EQ(desk.service().live().remove(desk.path("/integrations/stripe")).status, 204);
        outsideWorld().react([](const Received&) { return Reaction{}; });
        expectInvariants(desk.service());
    }

    static Reaction json(const std::string& body, int status = 200) {
        return Reaction::status(status, "Content-Type: application/json\r\n", body);
    }
    /// Fakes Stripe: every payment page is paid, 120.00 minus a fee of 2.05.
    Reaction answer(const Received& request) {
        const std::string& path = request.path;
        if (path == "/v1/account") {
            return json(R"({"id":"acct_1"})");
        }
        if (path.rfind("/v1/payouts", 0) == 0) {
            return payouts.empty() ? json(R"({"error":{"type":"invalid_request_error"}})", 403)
                                   : json(payouts);
        }
        if (path.rfind("/v1/balance_transactions", 0) == 0) {
            return json(inside);
        }
        if (path.rfind("/v1/payment_intents/", 0) == 0) {
            return json(R"({"status":"succeeded","latest_charge":{"balance_transaction":)"
                        R"({"fee":205,"currency":"eur"}}})");
        }
        const std::size_t of = path.find("payment_link=");
        const std::string id = request.header("idempotency-key").empty() && of != std::string::npos
                                   ? path.substr(of + 13)
                                   : "plink_" + std::to_string(++links);
        const std::string session = R"({"id":"cs_)" + id +
                                    R"(","status":"complete","payment_status":"paid",)" +
                                    R"("payment_intent":"pi_)" + id + R"(","amount_total":12000})";
        return of != std::string::npos
                   ? json(R"({"data":[)" + session + "]}")
                   : json(R"({"id":")" + id + R"(","url":"https://stripe.example/)" + id + "\"}");
    }

    /// A sale of 120.00 paid through Stripe, and the reference of its payment.
    struct Paid {
        std::string saleId;
        std::string number;
        std::string reference;
    };
    Paid pay() {
        const Json sale = desk.make(
            "/sales",
            js("{'partnerId':'$1','lines':[{'label':'Coffee','quantity':1,'unitPrice':120}]}", {partner}));
        Paid paid{sale.textOr("id"), sale.textOr("number"), ""};
        const Json link =
            desk.make("/integrations/documents/sale/" + paid.saleId + "/payment-link", js("{}"));
        const std::string url = link.textOr("url");
        const std::string id = url.substr(url.rfind('/') + 1);
        paid.reference = "pi_" + id;
        tell(id);
        const auto end = Clock::now() + seconds(30);
        while (desk.read("/sales/" + paid.saleId)["balance"].integer() != 0 && Clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(200));
        }
        EXPECT_EQ(desk.read("/sales/" + paid.saleId)["balance"].integer(), 0);
        return paid;
    }
    void tell(const std::string& link) {
        const Json body = js("{'id':'$1','type':'checkout.session.completed',"
                             "'data':{'object':{'id':'cs_x','payment_link':'$2'}}}",
                             {unique("evt_"), link});
        const std::string time = std::to_string(advanceClock(0).seconds());
        const std::string text = time + '.' + body.dump();
        std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
        unsigned int size = 0;
        HMAC(EVP_sha256(), "whsec_1", 7, reinterpret_cast<const unsigned char*>(text.data()), text.size(),
             digest.data(), &size);
        const std::string mac = hexEncode({reinterpret_cast<const char*>(digest.data()), size});
        EXPECT_TRUE(hasStatus(
            desk.service().anonymous().post(hook, body, {{"Stripe-Signature", "t=" + time + ",v1=" + mac}}),
            200));
    }

    Json stripe() {
        const Json list = desk.read("/integrations");
        for (const Json& one : list.items()) {
            if (one.textOr("provider") == "stripe") {
                return one;
            }
        }
        return {};
    }
    /// Waits for the run of the feed after the one that ended at `before`.
    void untilFetched(const std::string& before) {
        const auto end = Clock::now() + seconds(30);
        Json feed = stripe()["feeds"][0];
        while ((feed.textOr("lastAt").empty() || feed.textOr("lastAt") == before) && Clock::now() < end) {
            std::this_thread::sleep_for(milliseconds(200));
            feed = stripe()["feeds"][0];
        }
        EXPECT_TRUE(feed["lastError"].isNull()) << feed.dump();
        EXPECT_NE(feed.textOr("lastAt"), before);
    }
    /// Stripe makes a payout today with these items: [type, reference, amount, fee].
    void payOut(const std::string& id, std::int64_t amount,
                const std::vector<std::array<std::string, 4>>& entries) {
        const std::string before = stripe()["feeds"][0].textOr("lastAt");
        const std::int64_t arrival = Instant::startOf(*Date::parse(desk.today())).seconds();
        {
            const std::lock_guard lock(mutex);
            payouts = js("{'has_more':false,'data':[{'id':'$1','amount':$2,'currency':'eur','automatic':true,"
                         "'status':'paid','arrival_date':$3}]}",
                         {id, std::to_string(amount), std::to_string(arrival)})
                          .dump();
            inside = R"({"has_more":false,"data":[)";
            for (const auto& [type, reference, gross, fee] : entries) {
                inside += inside.back() == '[' ? "" : ",";
                inside += js("{'id':'txn_$2','type':'$1','amount':$3,'fee':$4,"
                             "'source':{'id':'src_$2','payment_intent':'$2'}}",
                             {type, reference, gross, fee})
                              .dump();
            }
            inside += "]}";
        }
        // The previous run may still be about to end.
        Answer asked = desk.post("/integrations/stripe/sync", js("{}"));
        for (int i = 0; i < 50 && asked.status == 400; ++i) {
            std::this_thread::sleep_for(milliseconds(100));
            asked = desk.post("/integrations/stripe/sync", js("{}"));
        }
        ASSERT_TRUE(hasStatus(asked, 202));
        untilFetched(before);
    }
    /// A bank line dated today.
    std::string line(const std::string& amount, const std::string& text) {
        const std::string day = desk.today();
        const std::string file =
            "Date;Text;Amount;Reference\n" + day + ';' + text + ';' + amount + ';' + unique("B") + '\n';
        const Json body = js("{'content':'','format':'csv','csv':{'delimiter':';','decimal':'.',"
                             "'dateFormat':'YYYY-MM-DD','columns':{'bookingDate':0,'remittance':1,'amount':2,"
                             "'bankReference':3}}}");
        Json upload = body;
        upload.set("content", file);
        const Answer imported = desk.post("/wallets/" + bank + "/statements", upload);
        EXPECT_TRUE(hasStatus(imported, 201));
        return imported.json["bankTransactionIds"][0].text();
    }
    Json suggestions(const std::string& id) { return desk.read("/bank-transactions/" + id + "/suggestions"); }
    /// The first suggestion that is a payout of this test's wallet; null: none.
    Json payoutOf(const std::string& id) {
        const Json all = suggestions(id);
        for (const Json& one : all.items()) {
            if (one["payout"].isObject() && one["payout"].textOr("walletId") == stripeWallet) {
                return one;
            }
        }
        return Json(nullptr);
    }
    /// Accepts a suggestion as a client does: with amounts in major units.
    Answer take(const std::string& id, const Json& suggestion) {
        Json match = suggestion["matches"][0];
        const std::int64_t minor = match["amount"].integer();
        match.set("amount", Json(Decimal(Int128{minor}, 2)));
        return desk.post(
            "/bank-transactions/" + id + "/match",
            Json::object({{"matches", Json::array({match})}, {"writeOff", suggestion["writeOff"]}}));
    }
    std::int64_t balance(const std::string& wallet) {
        const Json all = desk.read("/wallets?limit=500");
        for (const Json& one : all.items()) {
            if (one.textOr("id") == wallet) {
                return one["balance"].integer();
            }
        }
        return -1;
    }
    static std::vector<std::string> numbersIn(const Json& suggestion) {
        auto numbers = textsOf(suggestion["payout"]["payments"], "number");
        std::sort(numbers.begin(), numbers.end());
        return numbers;
    }

    std::mutex mutex;
    std::string payouts = R"({"data":[],"has_more":false})";
    std::string inside;
    int links = static_cast<int>(Clock::now().time_since_epoch().count() % 1'000'000'000);
    Desk desk{serviceWithProvider()};
    std::string partner = desk.make("/partners", js("{'name':'$1'}", {unique("Hotel")})).textOr("id");
    std::string stripeWallet =
        desk.make("/wallets", js("{'name':'$1','kind':'bank'}", {unique("Cards ")})).textOr("id");
    std::string bank =
        desk.make("/wallets", js("{'name':'$1','kind':'bank'}", {unique("Account ")})).textOr("id");
    std::string hook;
};

TEST_F(PayoutsOfStripe, NameThePaymentsInsideAndLeaveTheWalletEmpty) {
    const Paid one = pay();
    const Paid two = pay();
    EXPECT_EQ(balance(stripeWallet), 2 * (12000 - 205));
    const std::string id = unique("po_");
    payOut(id, 23490,
           {{"charge", one.reference, "12000", "205"},
            {"charge", two.reference, "12000", "205"},
            {"stripe_fee", "fee_" + id, "-100", "0"},
            {"payout", id, "-23490", "0"}});
    const std::string booked = line("234.90", "STRIPE PAYMENTS EUROPE");
    const Json found = payoutOf(booked);
    ASSERT_TRUE(found.isObject()) << suggestions(booked).dump();
    EXPECT_EQ(found["matches"].size(), 1U);
    EXPECT_EQ(found["matches"][0].textOr("kind"), "transfer");
    EXPECT_EQ(found["matches"][0]["amount"].integer(), 23490);
    EXPECT_TRUE(found["writeOff"].isNull());
    const Json payout = found["payout"];
    EXPECT_EQ(payout.textOr("provider"), "stripe");
    EXPECT_EQ(payout.textOr("reference"), id);
    EXPECT_EQ(payout.textOr("walletId"), stripeWallet);
    EXPECT_EQ(payout["gross"].integer(), 24000);
    EXPECT_EQ(payout["fees"].integer(), 510);
    EXPECT_EQ(payout["refunds"].integer(), 0);
    EXPECT_EQ(payout["feesToRecord"].integer(), 100) << "those of the payments are in the books";
    EXPECT_EQ(payout["unexplained"].integer(), 0);
    std::vector<std::string> numbers{one.number, two.number};
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(numbersIn(found), numbers);
    EXPECT_EQ(payout["payments"][0]["fee"].integer(), 205);
    EXPECT_TRUE(payout["payments"][0]["paymentId"].text().starts_with("pay_"));

    desk.events();
    const Answer matched = take(booked, found);
    ASSERT_TRUE(hasStatus(matched, 200));
    EXPECT_EQ(matched.json.textOr("status"), "matched");
    EXPECT_TRUE(matched.json["matches"][0].textOr("id").starts_with("trf_"));
    EXPECT_EQ(balance(stripeWallet), 0) << "what the payout has cost is recorded as well";
    EXPECT_EQ(balance(bank), 23490);
    const auto types = typesOf(desk.events());
    EXPECT_EQ(std::count(types.begin(), types.end(), "transfer.completed"), 1);

    const std::string again = line("234.90", "STRIPE PAYMENTS EUROPE");
    EXPECT_TRUE(payoutOf(again).isNull()) << "the payout has its line";
    EXPECT_TRUE(isRefusal(take(again, found), 400, "field-invalid:matches[0].id"));
    EXPECT_TRUE(hasStatus(desk.post("/bank-transactions/" + again + "/ignore", js("{}")), 200));
}

TEST_F(PayoutsOfStripe, AreFreeAgainWhenTheLineIsReopened) {
    const Paid one = pay();
    const std::string id = unique("po_");
    payOut(id, 11695, {{"charge", one.reference, "12000", "205"}, {"stripe_fee", "fee_" + id, "-100", "0"}});
    const std::string booked = line("116.95", "VIR STRIPE");
    ASSERT_TRUE(hasStatus(take(booked, payoutOf(booked)), 200));
    ASSERT_TRUE(hasStatus(desk.post("/bank-transactions/" + booked + "/reopen", js("{}")), 200));
    EXPECT_EQ(balance(stripeWallet), 11795) << "the transfer and the fees are void";
    EXPECT_EQ(balance(bank), 0);
    const Json found = payoutOf(booked);
    ASSERT_TRUE(found.isObject());
    EXPECT_TRUE(found["matches"][0].textOr("id").starts_with("pyo_"));
    EXPECT_EQ(found["payout"]["feesToRecord"].integer(), 100);
    EXPECT_EQ(found["payout"]["unexplained"].integer(), 0);
    ASSERT_TRUE(hasStatus(take(booked, found), 200));
    EXPECT_EQ(balance(stripeWallet), 0);
    EXPECT_EQ(balance(bank), 11695);
}

TEST_F(PayoutsOfStripe, HaveTheirFeesRecordedWithATransferThatIsThere) {
    const Paid one = pay();
    const std::string id = unique("po_");
    payOut(id, 11695, {{"charge", one.reference, "12000", "205"}, {"stripe_fee", "fee_" + id, "-100", "0"}});
    const Json transfer =
        desk.make("/wallets/transfer",
                  js("{'fromWalletId':'$1','toWalletId':'$2','amount':116.95}", {stripeWallet, bank}));
    const std::string booked = line("116.95", "VIR STRIPE");
    const Json found = payoutOf(booked);
    ASSERT_TRUE(found.isObject());
    EXPECT_EQ(found["matches"][0].textOr("id"), transfer.textOr("id"));
    EXPECT_EQ(found["payout"]["feesToRecord"].integer(), 100);
    ASSERT_TRUE(hasStatus(take(booked, found), 200));
    EXPECT_EQ(balance(stripeWallet), 0);
    EXPECT_EQ(balance(bank), 11695);
    ASSERT_TRUE(hasStatus(desk.post("/bank-transactions/" + booked + "/reopen", js("{}")), 200));
    EXPECT_EQ(balance(stripeWallet), 100) << "the fees are void, the transfer stays";
    const Json again = payoutOf(booked);
    EXPECT_EQ(again["matches"][0].textOr("id"), transfer.textOr("id"));
    const Json all = suggestions(booked);
    EXPECT_EQ(std::count_if(all.items().begin(), all.items().end(),
                            [](const Json& each) { return each["matches"][0].textOr("kind") == "transfer"; }),
              1)
        << "the transfer is suggested once: " << all.dump();
}

TEST_F(PayoutsOfStripe, ShowWhatNothingExplains) {
    const Paid one = pay();
    const std::string id = unique("po_");
    payOut(id, 14890,
           {{"charge", one.reference, "12000", "205"},
            {"charge", "pi_of_another_shop", "5000", "105"},
            {"refund", "pi_long_ago", "-1800", "0"}});
    const std::string booked = line("148.90", "Stripe");
    const Json payout = payoutOf(booked)["payout"];
    EXPECT_EQ(payout["gross"].integer(), 17000);
    EXPECT_EQ(payout["refunds"].integer(), 1800);
    EXPECT_EQ(payout["feesToRecord"].integer(), 0) << "of a payment that is in no books";
    EXPECT_EQ(payout["unexplained"].integer(), 14890 - (12000 - 205));
    EXPECT_EQ(payout["payments"].size(), 2U);
    EXPECT_TRUE(payout["payments"][1]["saleId"].isNull());
    EXPECT_EQ(payout["payments"][1].textOr("reference"), "pi_of_another_shop");
    desk.post("/bank-transactions/" + booked + "/ignore", js("{}"));
}

TEST_F(PayoutsOfStripe, AreToldByTheMovementsOfTheWalletOtherwise) {
    const Paid one = pay();
    const Paid two = pay();
    const std::string booked = line("235.90", "Payout STRIPE 4711");
    const Json found = payoutOf(booked);
    ASSERT_TRUE(found.isObject()) << suggestions(booked).dump();
    EXPECT_EQ(found["matches"][0].textOr("id"), stripeWallet);
    EXPECT_EQ(found["payout"].textOr("provider"), "stripe");
    EXPECT_TRUE(found["payout"]["reference"].isNull());
    EXPECT_EQ(found["payout"]["fees"].integer(), 410);
    EXPECT_EQ(found["payout"]["unexplained"].integer(), 0);
    std::vector<std::string> numbers{one.number, two.number};
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(numbersIn(found), numbers);

    const std::string part = line("120.50", "STRIPE");
    const Json rest = payoutOf(part);
    ASSERT_TRUE(rest.isObject());
    EXPECT_EQ(numbersIn(rest), std::vector<std::string>{one.number}) << "the oldest that waits";
    EXPECT_EQ(rest["payout"]["unexplained"].integer(), 12050 - (12000 - 205));
    EXPECT_LT(rest["score"].decimal(), found["score"].decimal());
    EXPECT_TRUE(payoutOf(line("235.90", "VIR SOMEBODY ELSE")).isNull()) << "an amount alone means nothing";

    ASSERT_TRUE(hasStatus(take(booked, found), 200));
    EXPECT_EQ(balance(stripeWallet), 0);
    EXPECT_EQ(balance(bank), 23590);
    EXPECT_TRUE(payoutOf(part).isNull()) << "nothing is left in the wallet";
}

TEST_F(PayoutsOfStripe, AMatchNamesWhatThereIs) {
    pay();
    const std::string booked = line("117.95", "STRIPE");
    const auto match = [&](const std::string& id, const std::string& amount = "117.95") {
        return desk.post("/bank-transactions/" + booked + "/match",
                         js("{'matches':[{'kind':'transfer','id':'$1','amount':$2}]}", {id, amount}));
    };
    EXPECT_TRUE(isRefusal(match("wal_01jd90ep5qafthsa14qernbamt"), 404, "wallet-not-found"));
    EXPECT_TRUE(isRefusal(match("wal_x"), 404, "wallet-not-found"));
    EXPECT_TRUE(isRefusal(match("pyo_01jd90ep5qafthsa14qernbamt"), 404, "transaction-not-found"));
    EXPECT_TRUE(isRefusal(match(bank), 400, "field-invalid:matches[0].id")) << "the wallet of the line";
    EXPECT_TRUE(isRefusal(match(stripeWallet, "117.00"), 400, "match-amount-mismatch:95"));
    EXPECT_TRUE(hasStatus(match(stripeWallet), 200));
    EXPECT_EQ(balance(stripeWallet), 0);
}

} // namespace
} // namespace svc::test

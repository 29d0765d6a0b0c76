#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "provider_test.hpp"

namespace svc::integrations::testing {
namespace {

using std::string;

/// A provider of payment pages; `state` is what it tells of a payment, `sale` and `quote` are the documents.
class Payments : public ProviderTest {
protected:
    Payments()
        : ProviderTest("pay", Json::object({{"kind", "payment"},
                                            {"auth", "none"},
                                            {"capabilities", Json::array({"payment-link"})}})) {
        test.offerOutside("connector.pay.payment_link", [this](const Json& input) {
            ordered = input;
            const string reference = "r" + std::to_string(++pages);
            return Json::object(
                {{"reference", reference}, {"url", "https://pay.example/" + reference}, {"expiresAt", end}});
        });
        test.offerOutside("connector.pay.payment_state", [this](const Json& input) {
            ++looks;
            asked = input;
            if (!refusal.empty()) {
                throw ApiError(400, refusal);
            }
            return state;
        });
        test.offerOutside("connector.pay.connect", [this](const Json&) {
            return Json::object({{"account", Json::object({{"id", account}, {"name", nullptr}})}});
        });
        test.offerOutside("connector.pay.disconnect", [](const Json&) { return Json::object(); });
        test.offer("sales.get", [this](const Json&) { return sale; });
        test.offer("quotes.get", [this](const Json&) { return quote; });
        test.offer("quotes.accept", [](const Json&) { return Json::object(); });
        test.offer("quotes.convert",
                   [](const Json&) -> Json { throw ApiError(400, "quote-already-converted"); });
        test.offer("sales.pay", [this](const Json& input) {
            if (due == 0) {
                throw ApiError(400, "amount-above-outstanding");
            }
            if (archived.contains(input.textOr("walletId"))) {
                throw ApiError(400, "field-invalid:walletId");
            }
            paid.push_back(input);
            return Json::object();
        });
        test.offer("treasury.wallet", [this](const Json& input) {
            return walletRecord(input["id"]).set("archived", archived.contains(input["id"].text()));
        });
        test.offer("sales.payment_failed", [this](const Json& input) {
            failed.push_back(input.textOr("status"));
            return Json::object();
        });
        connectTo("one");
    }

    void connectTo(const string& id) {
        account = id;
        connect();
    }
    void disconnect() {
        const auto left = test.remove("disconnectIntegration", {{"provider", "pay"}});
        EXPECT_EQ(left.status, 204) << left.code << left.fault;
    }
    void advance(std::int64_t time) { test.situation().now = test.situation().now + time; }
    std::size_t filed(const string& name) {
        const auto jobs = test.jobs();
        return static_cast<std::size_t>(
            std::count_if(jobs.begin(), jobs.end(), [&](const auto& job) { return job.name == name; }));
    }

    /// `made`, or the code of the refusal.
    string link(const string& kind, const string& id) {
        const auto answer = test.post("createPaymentLink", Json::object(), {{"kind", kind}, {"id", id}});
        return answer.status == 201 ? "made" : answer.code + answer.fault;
    }
    /// Runs the job of a call of the provider about a payment.
    void tell(std::initializer_list<Json::Field> what) {
        Json payload = Json::object(what);
        test.job("incoming", payload.set("provider", "pay").set("about", "payment"));
    }
    /// State, status and error of each attempt.
    std::vector<string> attempts() {
        std::vector<string> found;
        for (const auto& row : test.database()
                                   .run("SELECT state || ' ' || status || ' ' || coalesce(error, '-')"
                                        " FROM integrations.attempt ORDER BY number")
                                   .rows) {
            found.push_back(row.at(0).value());
        }
        return found;
    }

    Json state = Json::object({{"state", "paid"}, {"amount", 5000}, {"paymentId", "p1"}});
    Json sale = saleRecord();
    Json quote = quoteRecord();
    std::set<string> archived;  ///< wallets
    Json end;                   ///< of the next page, by the provider
    Json asked;                 ///< input of the last look
    Json ordered;               ///< input of the last page
    std::int64_t due = 5000;    ///< zero: sales.pay refuses
    std::vector<Json> paid;     ///< input of each sales.pay
    std::vector<string> failed; ///< status of each sales.payment_failed
    string account;             ///< of the next connection
    string refusal;             ///< of the next looks
    int looks = 0;
    int pages = 0;
};

TEST_F(Payments, OfAQuoteThatWasConvertedMeanwhilePayItsSale) {
    const string id = quote["id"].text();
    EXPECT_EQ(link("quote", id), "made");
    quote.set("status", "converted").set("saleId", sale["id"]);
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
    ASSERT_EQ(paid.size(), 1U);
    EXPECT_EQ(paid[0]["saleId"], sale["id"]);
}

TEST_F(Payments, OfAQuoteThatIsConvertedWhileTheyAreBookedPayItsSale) {
    EXPECT_EQ(link("quote", quote["id"].text()), "made");
    test.offer("quotes.convert", [this](const Json&) -> Json {
        quote.set("status", "converted").set("saleId", sale["id"]); // by somebody else
        throw ApiError(400, "quote-already-converted");
    });
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
    ASSERT_EQ(paid.size(), 1U);
    EXPECT_EQ(paid[0]["saleId"], sale["id"]);
}

TEST_F(Payments, AreAskedForNoLongerThanTheyAreAwaited) {
    const auto made =
        test.post("createPaymentLink", Json::object(), {{"kind", "sale"}, {"id", "sal_1"}}).json();
    EXPECT_EQ(made.textOr("expiresAt"), "2026-12-20T00:00:00.000Z");
    EXPECT_EQ(ordered["expiresAt"], made["expiresAt"]) << "the provider closes its page then";
    test.get("payPublicDocument", {{"documentKind", "sale"}, {"documentId", "sal_2"}});
    EXPECT_EQ(ordered["expiresAt"], made["expiresAt"]);
    const auto named = test.post("createPaymentLink", {{"expiresAt", "2026-11-21T09:00:00.000Z"}},
                                 {{"kind", "sale"}, {"id", "sal_1"}});
    EXPECT_EQ(named.json().textOr("expiresAt"), "2026-11-21T09:00:00.000Z");
}

TEST_F(Payments, OfALinkThatWasMadeWithoutAnEndAreClosedWhenTheyAreNotAwaited) {
    EXPECT_EQ(link("sale", "sal_1"), "made");
    test.database().run("UPDATE integrations.attempt SET expires_at = NULL,"
                        " request = jsonb_set(request::jsonb, '{expiresAt}', 'null')");
    state = Json::object({{"state", "expired"}});
    advance(30 * Instant::Day);
    runLast("watch");
    EXPECT_EQ(asked.textOr("expiresAt"), "2026-12-20T09:00:00.000Z") << "it is over by now";
    EXPECT_EQ(attempts(), std::vector<string>{"done expired -"});
}

TEST_F(Payments, AreMadeOnlyAtTheAccountThatIsConnected) {
    const auto page = [&] {
        const auto sent = test.get("payPublicDocument", {{"documentKind", "sale"}, {"documentId", "sal_1"}});
        return sent.status == 302 ? sent.header("Location") : sent.code + sent.fault;
    };
    EXPECT_EQ(page(), "https://pay.example/r1");
    EXPECT_EQ(page(), "https://pay.example/r1");
    disconnect();
    EXPECT_EQ(page(), "integration-not-connected");
    connectTo("two");
    EXPECT_EQ(page(), "https://pay.example/r2");
    disconnect();
    connectTo("one");
    EXPECT_EQ(page(), "https://pay.example/r1") << "it can be paid and read again";
    test.command("integrations.disconnected", {{"provider", "pay"}});
    EXPECT_EQ(page(), "integration-not-connected") << "the access has expired";
}

TEST_F(Payments, ThatAreOnTheirWayAreNotAskedForAgain) {
    test.offer("public.link", [](const Json&) {
        return Json::object({{"url", "https://svc.example/public/documents/t"}});
    });
    const auto page = [&] {
        const auto sent = test.get("payPublicDocument", {{"documentKind", "sale"}, {"documentId", "sal_1"}});
        return sent.status == 302 ? sent.header("Location") : sent.code + sent.fault;
    };
    const auto onItsWay = [&](const Json& of) {
        return test
            .command("integrations.payment_page", {{"saleId", sale["id"]}, {"quoteId", of}})["onItsWay"]
            .integer();
    };
    EXPECT_EQ(page(), "https://pay.example/r1");
    state = Json::object({{"state", "pending"}, {"processing", true}});
    runLast("watch");
    EXPECT_EQ(page(), "https://svc.example/public/documents/t") << "it would be paid twice";
    EXPECT_EQ(pages, 1);

    sale.set("balance", 8000);
    EXPECT_EQ(page(), "https://pay.example/r2");
    EXPECT_EQ(ordered["amount"].integer(), 3000) << "only the rest";

    sale.set("balance", 5000);
    state = Json::object({{"state", "failed"}});
    tell({{"reference", "r1"}});
    EXPECT_EQ(page(), "https://pay.example/r3") << "it did not come in";

    EXPECT_EQ(link("quote", quote["id"].text()), "made");
    state = Json::object({{"state", "pending"}, {"processing", true}});
    tell({{"reference", "r4"}});
    EXPECT_EQ(onItsWay(quote["id"]), 5000) << "it pays the sale that the quote has become";
    EXPECT_EQ(onItsWay(nullptr), 0);
    sale.set("quoteId", quote["id"]);
    EXPECT_EQ(page(), "https://svc.example/public/documents/t");
}

TEST_F(Payments, ThatHaveFailedAreReadUntilTheirPageIsClosed) {
    end = "2026-11-20T09:30:00.000Z";
    EXPECT_EQ(link("sale", "sal_1"), "made");
    state = Json::object({{"state", "failed"}, {"error", "cancelled"}});
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"done failed cancelled"});
    EXPECT_EQ(failed, std::vector<string>{"failed"});
    ASSERT_TRUE(test.jobEnd().again);
    const Json next = test.jobEnd().again->payload;
    EXPECT_EQ(test.jobEnd().again->due, Instant::parse("2026-11-20T09:31:00.000Z"));
    test.situation().now = test.jobEnd().again->due;
    state = Json::object({{"state", "paid"}, {"amount", 5000}, {"paymentId", "p1"}});
    test.job("watch", next);
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
    EXPECT_EQ(paid.size(), 1U);
}

TEST_F(Payments, ThatHaveFailedAreToldOnce) {
    end = "2026-11-20T09:30:00.000Z";
    EXPECT_EQ(link("sale", "sal_1"), "made");
    state = Json::object({{"state", "failed"}});
    runLast("watch");
    ASSERT_TRUE(test.jobEnd().again);
    test.situation().now = test.jobEnd().again->due;
    runLast("watch");
    EXPECT_FALSE(test.jobEnd().again) << "the page is closed";
    EXPECT_EQ(failed, std::vector<string>{"failed"});
}

TEST_F(Payments, WaitForAnArchivedWallet) {
    const string bank = "wal_01jd93ne9skheab73zzekk66h8";
    const string till = "wal_01jd90ep5qafthsa14qernbamt";
    const auto set = [&](const string& name, const string& value) {
        return test.patch("changeIntegrationSettings", {{name, value}}, {{"provider", "pay"}}).code;
    };
    const auto lastError = [&] { return test.get("listIntegrations").json()[0].textOr("lastError"); };
    archived = {till};
    EXPECT_EQ(set("walletId", till), "field-invalid:walletId");
    EXPECT_EQ(set("walletId", bank), "");
    EXPECT_EQ(lastError(), "");
    EXPECT_EQ(link("sale", "sal_1"), "made");
    archived = {bank, till};
    EXPECT_EQ(lastError(), "wallet-archived:" + bank);
    EXPECT_EQ(set("note", "x"), "") << "another setting may change";
    runLast("watch");
    const std::vector<string> held{"held open field-invalid:walletId"};
    EXPECT_EQ(attempts(), held);
    advance(Instant::Hour);
    runLast("watch");
    EXPECT_EQ(attempts(), held);
    ASSERT_TRUE(test.jobEnd().again);
    EXPECT_EQ(test.jobEnd().again->due, test.situation().now + Instant::Hour);
    archived = {till};
    EXPECT_EQ(lastError(), "");
    test.job("watch", test.jobEnd().again->payload);
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
    EXPECT_EQ(paid.back()["walletId"].text(), bank);
}

TEST_F(Payments, ThatWereHeldForAnArchivedWalletAreBookedIntoAnother) {
    const string bank = "wal_01jd93ne9skheab73zzekk66h8";
    const string till = "wal_01jd90ep5qafthsa14qernbamt";
    const auto choose = [&](const string& wallet) {
        const auto answer =
            test.patch("changeIntegrationSettings", {{"walletId", wallet}}, {{"provider", "pay"}});
        EXPECT_EQ(answer.status, 200) << answer.code << answer.fault;
    };
    choose(bank);
    EXPECT_EQ(link("sale", "sal_1"), "made");
    archived = {bank};
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"held open field-invalid:walletId"});
    choose(till);
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
    EXPECT_EQ(paid.back()["walletId"].text(), till);
}

TEST_F(Payments, AreToldAsFailedOnlyWhenTheProviderHasBeenAsked) {
    state = Json::object({{"state", "pending"}});
    EXPECT_EQ(link("sale", "sal_1"), "made");
    refusal = "integration-unreachable:http-503";
    advance(40 * Instant::Day);
    runLast("watch");
    EXPECT_TRUE(failed.empty());
    EXPECT_EQ(attempts(), std::vector<string>{"done open -"});
    ASSERT_TRUE(test.jobEnd().again);
    EXPECT_EQ(test.jobEnd().again->due, test.situation().now + Instant::Hour);
    refusal.clear();
    test.job("watch", test.jobEnd().again->payload);
    EXPECT_EQ(failed, std::vector<string>{"expired"});
    EXPECT_EQ(attempts(), std::vector<string>{"done expired -"});
}

TEST_F(Payments, WhoseStateIsRefusedForGoodAreHeldInTheEnd) {
    EXPECT_EQ(link("sale", "sal_1"), "made");
    refusal = "provider-refused:http-404";
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"done open -"});
    advance(40 * Instant::Day);
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"held open provider-refused:http-404"});
    EXPECT_TRUE(failed.empty());
}

TEST_F(Payments, AreReadAgainWhenTheirAccountIsConnectedAgain) {
    EXPECT_EQ(link("sale", "sal_1"), "made");
    const Json before = test.jobs().back().payload;
    disconnect();
    advance(40 * Instant::Day);
    test.job("watch", before);
    EXPECT_FALSE(test.jobEnd().again) << "nobody can be asked";
    connectTo("two");
    EXPECT_EQ(filed("watch"), 1U);
    test.job("watch", before);
    tell({{"reference", "r1"}});
    EXPECT_EQ(looks, 0) << "the other account knows nothing of it";
    EXPECT_EQ(attempts(), std::vector<string>{"done open -"});
    disconnect();
    advance(Instant::Minute);
    connectTo("one");
    EXPECT_EQ(filed("watch"), 2U);
    test.job("watch", before);
    EXPECT_EQ(looks, 0) << "the job that was filed later reads it";
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
}

/// A further payment of the same page.
Json further(const string& id) {
    return Json::object({{"paymentId", id}, {"amount", 5000}});
}

TEST_F(Payments, OfAPageThatWasPaidTwiceAreBothKept) {
    EXPECT_EQ(link("sale", "sal_1"), "made");
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
    due = 0;
    state.set("paymentId", "p2").set("others", Json::array({further("p1")}));
    tell({{"reference", "r1"}});
    const string tooMuch = "held open amount-above-outstanding";
    EXPECT_EQ(attempts(), (std::vector<string>{"done paid -", tooMuch}));
    tell({{"reference", "r1"}});
    EXPECT_EQ(attempts().size(), 2U) << "the same payments again";
    runLast("watch");
    EXPECT_EQ(attempts(), (std::vector<string>{"done paid -", tooMuch}));
    EXPECT_EQ(paid.size(), 1U);
    EXPECT_EQ(paid[0]["reference"].text(), "p1");
}

TEST_F(Payments, OfAPageThatWasPaidTwiceAreBothBookedWhileMoneyIsDue) {
    EXPECT_EQ(link("sale", "sal_1"), "made");
    state.set("others", Json::array({further("p2")}));
    runLast("watch");
    EXPECT_EQ(attempts(), (std::vector<string>{"done paid -", "done paid -"}));
    ASSERT_EQ(paid.size(), 2U);
    EXPECT_EQ(paid[0]["reference"].text(), "p1");
    EXPECT_EQ(paid[1]["reference"].text(), "p2");
}

TEST_F(Payments, OfAPageThatWasPaidTwiceHaveTheirOwnRefunds) {
    EXPECT_EQ(link("sale", "sal_1"), "made");
    runLast("watch");
    due = 0;
    state.set("paymentId", "p2").set("refunded", 5000).set("others", Json::array({further("p1")}));
    tell({{"reference", nullptr}, {"paymentId", "p2"}});
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"}) << "it has not been told of yet";
    state.remove("refunded");
    tell({{"reference", "r1"}});
    state.set("refunded", 5000);
    tell({{"reference", nullptr}, {"paymentId", "p2"}});
    EXPECT_EQ(attempts(), (std::vector<string>{"done paid -", "held open refunded-at-provider:5000"}));
    state.remove("refunded");
    state.set("others", Json::array({further("p1").set("refunded", 700)}));
    tell({{"reference", nullptr}, {"paymentId", "p1"}});
    EXPECT_EQ(attempts(), (std::vector<string>{"held paid refunded-at-provider:700",
                                               "held open refunded-at-provider:5000"}));
}

TEST_F(Payments, WhoseIdentifierComesLaterAreNotPaidTwice) {
    state.set("paymentId", "r1");
    EXPECT_EQ(link("sale", "sal_1"), "made");
    runLast("watch");
    state.set("paymentId", "p1");
    tell({{"reference", "r1"}});
    EXPECT_EQ(attempts(), std::vector<string>{"done paid -"});
    state.set("refunded", 700);
    tell({{"reference", "r1"}});
    EXPECT_EQ(attempts(), std::vector<string>{"held paid refunded-at-provider:700"});
}

TEST_F(Payments, ThatAreHeldAreFoundByTheirRefund) {
    EXPECT_EQ(link("sale", "sal_1"), "made");
    due = 0;
    runLast("watch");
    EXPECT_EQ(attempts(), std::vector<string>{"held open amount-above-outstanding"});
    state.set("refunded", 5000);
    tell({{"reference", nullptr}, {"paymentId", "p1"}});
    EXPECT_EQ(attempts(), std::vector<string>{"held open refunded-at-provider:5000"});
}

} // namespace
} // namespace svc::integrations::testing

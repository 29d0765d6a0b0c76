#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::plaid::testing {
namespace {

using svc::testing::ConnectorCase;

class Plaid : public ConnectorCase {
protected:
    Plaid() : ConnectorCase("plaid", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object(
            {{"baseUrl", "https://production.plaid.com"}, {"sandboxUrl", "https://sandbox.plaid.com"}}));
        for (const auto& [name, value] : std::map<std::string, std::string>{{"clientId", "id"},
                                                                            {"secret", "s3cret"},
                                                                            {"environment", "production"},
                                                                            {"accessToken", "access-1"},
                                                                            {"account", "acc-1"},
                                                                            {"item", "item-1"}}) {
            test.secret(name, value);
        }
    }
    static Json asked(const Json& cursor = nullptr) {
        return fetchInput("bank_lines", cursor, Json::object({{"walletId", "wal_1"}}));
    }
    svc::testing::HttpStandIn& sync() { return test.http("POST", "/transactions/sync"); }
    static std::string mutation() {
        return R"({"error_type":"TRANSACTIONS_ERROR","error_code":"TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION"})";
    }
    /// The cursors sent so far; empty: none.
    std::vector<std::string> cursors() {
        std::vector<std::string> sent;
        for (std::size_t i = 0; i < test.requests().size(); ++i) {
            sent.push_back(checkedBody("POST /transactions/sync", i).textOr("cursor"));
        }
        return sent;
    }
    static std::string transaction(const std::string& id, const std::string& amount,
                                   const std::string& more = "") {
        return R"({"transaction_id":")" + id + R"(","account_id":"acc-1","amount":)" + amount +
               R"(,"iso_currency_code":"EUR","date":"2026-11-19","name":"Hotel")" + more + "}";
    }
    static std::string page(const std::string& added, const std::string& cursor, bool more) {
        return R"({"added":[)" + added + R"(],"modified":[],"removed":[],"next_cursor":")" + cursor +
               R"(","has_more":)" + (more ? "true" : "false") + "}";
    }
};

TEST_F(Plaid, GivesWhatIsBookedWithTheSignOfTheAccount) {
    sync().answers(200, page(transaction("t1", "89.4") + ',' + transaction("t2", "-120") + ',' +
                                 transaction("t3", "5", R"(,"pending":true)") + ',' +
                                 transaction("t4", "5", R"(,"account_id":"acc-2")"),
                             "c1", false));
    const Json read = run("fetch", asked());
    ASSERT_EQ(read["records"].size(), 2U) << read.dump();
    EXPECT_EQ(
        read["records"].at(0).dump(),
        R"({"bookedAt":"2026-11-19","valueDate":"2026-11-19","amount":-8940,"currency":"EUR","label":"Hotel",)"
        R"("counterparty":{"name":null,"iban":null},"reference":null,"endToEndId":null,"bankReference":"t1"})");
    EXPECT_EQ(read["records"].at(1)["amount"].integer(), 12000);
    EXPECT_FALSE(read["more"].boolean());
    EXPECT_EQ(read["cursor"]["next"].text(), "c1");
    const Json first = checkedBody("POST /transactions/sync", 0);
    EXPECT_FALSE(first.contains("cursor"));
    run("fetch", asked(read["cursor"]));
    EXPECT_EQ(checkedBody("POST /transactions/sync", 1)["cursor"].text(), "c1");
    EXPECT_EQ(test.requests()[0].header("PLAID-SECRET"), "s3cret");
}

TEST_F(Plaid, GivesThePagesOfARunTogether) {
    sync()
        .answers(200, page(transaction("t1", "1") + ',' + transaction("t2", "2"), "c1", true))
        .answers(200, R"({"added":[)" + transaction("t3", "3") + R"(],"modified":[)" +
                          transaction("t2", "7") +
                          R"(],"removed":[{"transaction_id":"t1"}],"next_cursor":"c2","has_more":false})");
    const Json read = run("fetch", asked("c0"));
    ASSERT_EQ(read["records"].size(), 2U) << read.dump();
    EXPECT_EQ(read["records"].at(0)["bankReference"].text(), "t3") << "t1 is gone again";
    EXPECT_EQ(read["records"].at(1)["amount"].integer(), -700);
    EXPECT_EQ(read["removed"].dump(), R"(["t2","t1"])");
    EXPECT_EQ(read["cursor"]["next"].text(), "c2");
    EXPECT_FALSE(read["more"].boolean());
    EXPECT_EQ(checkedBody("POST /transactions/sync", 0)["cursor"].text(), "c0");
    EXPECT_EQ(checkedBody("POST /transactions/sync", 1)["cursor"].text(), "c1");
}

TEST_F(Plaid, ReadsWhatWasRemovedBeforeAllIsReadAgain) {
    sync()
        .answers(200, page(transaction("t1", "1"), "c1", false))
        .answers(200, R"({"added":[],"modified":[],"removed":[{"transaction_id":"t1"}],"next_cursor":"c2",)"
                      R"("has_more":false})")
        .answers(200, page(transaction("t2", "2"), "d1", false))
        .answers(200, page(transaction("t2", "2"), "d1", false));
    const Json first = run("fetch", asked());
    const auto again = [](const Json& before) {
        return fetchInput("bank_lines", nullptr, Json::object({{"walletId", "wal_1"}}), "EUR", "2026-11-01")
            .set("before", before);
    };
    const Json changes = run("fetch", again(first["cursor"]));
    EXPECT_EQ(changes["removed"].dump(), R"(["t1"])");
    ASSERT_TRUE(changes["more"].boolean());
    const Json all = run("fetch", asked(changes["cursor"]));
    EXPECT_EQ(all["records"].size(), 1U);
    EXPECT_FALSE(all["more"].boolean());
    EXPECT_EQ(all["cursor"]["next"].text(), "d1");
    Json elsewhere = first["cursor"];
    EXPECT_FALSE(run("fetch", again(elsewhere.set("item", "item-2")))["more"].boolean());
    EXPECT_EQ(cursors(), (std::vector<std::string>{"", "c1", "", ""}));
}

TEST_F(Plaid, ReadsARunAgainFromItsBeginWhenTransactionsChangeMeanwhile) {
    sync()
        .answers(200, page(transaction("t1", "1"), "c1", true))
        .answers(400, mutation())
        .answers(200, page(transaction("t1", "2"), "c3", true))
        .answers(200, page(transaction("t2", "3"), "c4", false));
    const Json read = run("fetch", asked("c0"));
    ASSERT_EQ(read["records"].size(), 2U) << read.dump();
    EXPECT_EQ(read["records"].at(0)["amount"].integer(), -200);
    EXPECT_EQ(read["cursor"]["next"].text(), "c4");
    EXPECT_EQ(cursors(), (std::vector<std::string>{"c0", "c1", "c0", "c3"}));

    sync() = {};
    sync().answers(400, mutation()).answers(400, mutation()).answers(400, mutation());
    EXPECT_EQ(refusal("fetch", asked("c4")),
              "integration-unreachable:TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION")
        << "the next run tries again";
}

TEST_F(Plaid, KeepsTheBeginOfARunThatIsTooLongForOneCall) {
    constexpr int Together = 10;
    for (int i = 1; i <= Together; ++i) {
        const std::string number = std::to_string(i);
        sync().answers(200, page(transaction("t" + number, "1"), "c" + number, true));
    }
    const Json first = run("fetch", asked("c0"));
    EXPECT_EQ(first["records"].size(), 10U);
    EXPECT_TRUE(first["more"].boolean());
    sync() = {};
    sync().answers(400, mutation()).answers(200, page(transaction("t1", "1"), "c11", false));
    const Json second = run("fetch", asked(first["cursor"]));
    EXPECT_EQ(second["cursor"]["next"].text(), "c11");
    const std::vector<std::string> sent = cursors();
    EXPECT_EQ(sent[Together], "c10") << "goes on where it was";
    EXPECT_EQ(sent[Together + 1], "c0") << "begins again";

    sync() = {};
    for (int i = 1; i <= Together; ++i) {
        sync().answers(200, page("", "d" + std::to_string(i), true));
    }
    const Json begun = run("fetch", asked());
    sync() = {};
    sync().answers(400, mutation()).answers(200, page("", "e1", false));
    run("fetch", asked(begun["cursor"]));
    EXPECT_EQ(cursors().back(), "") << "the first run of all has no cursor";
}

TEST_F(Plaid, AnotherAccessToTheBankIsReadWithoutTheDaysThatAreKnown) {
    const auto dated = [](const std::string& id, const std::string& day) {
        std::string one = transaction(id, "1");
        return one.replace(one.find("2026-11-19"), 10, day);
    };
    sync().answers(200, page("", "", false)).answers(200, page("", "c1", false));
    const Json unread = run("fetch", asked())["cursor"];
    EXPECT_EQ(unread["day"].text(), "") << "Plaid has not read the bank yet";
    const Json before = run("fetch", asked(unread))["cursor"];
    EXPECT_EQ(before["day"].text(), "2026-11-20");
    test.secret("item", "item-2");
    sync() = {};
    sync()
        .answers(200, page(dated("n1", "2026-11-14") + ',' + dated("n2", "2026-11-15"), "d1", true))
        .answers(200, page(dated("n3", "2026-11-20"), "d2", false));
    const Json read = run("fetch", asked(before));
    ASSERT_EQ(read["records"].size(), 2U) << read.dump();
    EXPECT_EQ(read["records"].at(0)["bankReference"].text(), "n2") << "five days before the last run";
    EXPECT_EQ(cursors()[2], "") << "the cursor of the other access is no good";
    sync() = {};
    sync().answers(200, page(dated("n0", "2026-11-01") + ',' + dated("n4", "2026-11-20"), "d3", false));
    const Json more = run("fetch", asked(read["cursor"]));
    ASSERT_EQ(more["records"].size(), 1U) << "Plaid tells the older ones later";
    EXPECT_EQ(more["records"].at(0)["bankReference"].text(), "n4");
    EXPECT_EQ(cursors().back(), "d2");
}

TEST_F(Plaid, ReadsAmountsOfCurrenciesWithNoneAndThreeDecimals) {
    const auto in = [](const std::string& currency, const std::string& amount) {
        return transaction("t1", amount, R"(,"iso_currency_code":")" + currency + "\"");
    };
    const auto amountOf = [&](const std::string& currency, const std::string& amount) {
        sync() = {};
        std::string one = in(currency, amount);
        one.erase(one.find(R"("iso_currency_code":"EUR",)"),
                  std::string(R"("iso_currency_code":"EUR",)").size());
        sync().answers(200, page(one, "c1", false));
        const Json line = run("fetch", asked())["records"].at(0);
        EXPECT_EQ(line["currency"].text(), currency);
        return line["amount"].integer();
    };
    EXPECT_EQ(amountOf("XOF", "5000"), -5000);
    EXPECT_EQ(amountOf("XOF", "-5000.00"), 5000);
    EXPECT_EQ(amountOf("TND", "-12.345"), 12345);
    EXPECT_EQ(amountOf("TND", "0.001"), -1);
    EXPECT_EQ(amountOf("EUR", "-0.1"), 10);
    for (const auto& [currency, amount] :
         {std::pair("XOF", "0.5"), std::pair("TND", "0.0005"), std::pair("EUR", "0.001")}) {
        EXPECT_THROW(amountOf(currency, amount), ApiError) << amount << ' ' << currency;
    }
}

TEST_F(Plaid, TellsWhatTheBankHasTakenBackAndChanged) {
    sync().answers(200, R"({"added":[],"modified":[)" + transaction("t1", "7") + ',' +
                            transaction("t2", "8", R"(,"pending":true)") +
                            R"(],"removed":[{"transaction_id":"t3"}],"next_cursor":"c2","has_more":false})");
    const Json read = run("fetch", asked("c1"));
    ASSERT_EQ(read["records"].size(), 1U);
    EXPECT_EQ(read["records"].at(0)["bankReference"].text(), "t1");
    EXPECT_EQ(read["removed"].dump(), R"(["t1","t2","t3"])") << "what changed is taken back and told anew";
    EXPECT_EQ(read["cursor"]["next"].text(), "c2");
}

TEST_F(Plaid, TellsWhatWentWrongAndWhenToComeBack) {
    const auto error = [](const std::string& code) {
        return R"({"error_type":"T","error_code":")" + code + "\"}";
    };
    sync()
        .answers(429, "", {{"Retry-After", "60"}})
        .answers(400, error("ITEM_LOGIN_REQUIRED"))
        .answers(400, error("INVALID_API_KEYS"))
        .answers(400, error("INVALID_FIELD"))
        .answers(500, error("INTERNAL_SERVER_ERROR"))
        .fails("timeout")
        .answers(200, "<html>")
        .answers(200, "[]")
        .answers(200, page(transaction("t1", "\"much\""), "c1", false));
    EXPECT_EQ(run("fetch", asked()).textOr("retryAt"), "2026-11-20T09:01:00.000Z");
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    for (const std::string& expected :
         {std::string("integration-credentials-invalid:ITEM_LOGIN_REQUIRED"),
          std::string("integration-credentials-invalid:INVALID_API_KEYS"),
          std::string("provider-refused:INVALID_FIELD"), std::string("integration-unreachable:http-500"),
          std::string("integration-unreachable:timeout"), unreadable, unreadable, unreadable}) {
        EXPECT_EQ(refusal("fetch", asked()), expected);
    }
}

TEST_F(Plaid, ExchangesTheTokenOfThePage) {
    const auto input = [](const Json& settings) {
        return Json::object({{"credentials", Json::object({{"clientId", "new"},
                                                           {"secret", "s"},
                                                           {"publicToken", "public-1"},
                                                           {"environment", "sandbox"}})},
                             {"settings", settings}});
    };
    test.http("POST", "/item/public_token/exchange")
        .answers(400, R"({"error_code":"INVALID_PUBLIC_TOKEN"})")
        .answers(200, R"({"access_token":"access-2","item_id":"item-2"})");
    test.http("POST", "/item/remove").answers(200, "{}");
    test.http("POST", "/accounts/get")
        .answers(200, R"({"accounts":[{"account_id":"a"},{"account_id":"b"}]})")
        .answers(200, R"({"accounts":[{"account_id":"a"},{"account_id":"b"}]})")
        .answers(500, "")
        .answers(400, R"({"error_code":"ITEM_LOGIN_REQUIRED"})");
    EXPECT_EQ(refusal("connect", input(Json::object())), "provider-refused:INVALID_PUBLIC_TOKEN");
    EXPECT_EQ(refusal("connect", input(Json::object())), "provider-refused:account-needed");
    EXPECT_EQ(test.secrets().at("clientId"), "id");
    EXPECT_EQ(test.requests().back().path(), "/item/remove") << "what is not used costs nothing";
    EXPECT_EQ(run("connect", input(Json::object({{"accountId", "b"}}))).dump(),
              R"({"account":{"id":"b","name":"item-2"}})");
    checkedBody("POST /item/public_token/exchange", 0);
    checkedBody("POST /accounts/get", 2);
    EXPECT_TRUE(test.requests()[0].url.starts_with("https://sandbox.plaid.com/"));
    EXPECT_EQ(test.secrets().at("accessToken"), "access-2");
    EXPECT_EQ(run("test")["error"].text(), "http-500");
    EXPECT_EQ(refusal("test", Json::object()), "integration-credentials-invalid:ITEM_LOGIN_REQUIRED")
        << "it expires";
    run("disconnect");
    EXPECT_TRUE(test.secrets().empty());
}

TEST_F(Plaid, NamesAnAccountTheSameWithEachAccess) {
    test.http("POST", "/item/public_token/exchange")
        .answers(200, R"({"access_token":"access-2","item_id":"item-2"})");
    const auto named = [&](const std::string& account, const std::string& item = "{}") {
        test.http("POST", "/accounts/get") = {};
        test.http("POST", "/accounts/get")
            .answers(200, R"({"accounts":[{"account_id":"a")" + account + R"(}],"item":)" + item + "}");
        const Json credentials =
            Json::object({{"clientId", "id"}, {"secret", "s"}, {"publicToken", "public-1"}});
        return run("connect", Json::object({{"credentials", credentials},
                                            {"settings", Json::object()}}))["account"]["id"]
            .text();
    };
    const std::string bank = R"({"institution_id":"ins_3"})";
    EXPECT_EQ(named(R"(,"mask":"0042","subtype":"checking")", bank), "ins_3:0042:checking");
    EXPECT_EQ(named(R"(,"mask":"0042","persistent_account_id":"p-1")", bank), "p-1");
    EXPECT_EQ(named(R"(,"mask":null)", bank), "a") << "Plaid's own identifier is that of one access";
    EXPECT_EQ(named(R"(,"mask":"0042")"), "a");
    EXPECT_EQ(test.secrets().at("account"), "a");
}

TEST_F(Plaid, SurvivesWhatNoProviderShouldAnswer) {
    connector::testing::expectFaultyAnswers(
        sync(), page(transaction("t1", "89.4") + ',' + transaction("t2", "-120"), "c1", false),
        [&] { return refusal("fetch", asked()); }, [&] { return test.secrets(); });
}

TEST_F(Plaid, TellsEveryClassOfRefusal) {
    connector::testing::expectEachClass(sync(), [&] { return refusal("fetch", asked()); },
                                        {.error = R"({"error_type":"T","error_code":"INVALID_FIELD"})",
                                         .code = "INVALID_FIELD",
                                         .other = {}});
}

} // namespace
} // namespace svc::plaid::testing

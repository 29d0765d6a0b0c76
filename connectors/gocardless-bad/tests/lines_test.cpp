#include <svc/testing/connector_case.hpp>

#include "common/faulty_answers.hpp"

namespace svc::gocardless_bad::testing {
namespace {

using svc::testing::ConnectorCase;

class Lines : public ConnectorCase {
protected:
    Lines() : ConnectorCase("gocardless-bad", SVC_PLUGIN_FOLDER, SVC_TEST_DATA) {
        test.settings(Json::object({{"baseUrl", "https://bankaccountdata.gocardless.com"}}));
        for (const auto& [name, value] :
             std::map<std::string, std::string>{{"secretId", "id"},
                                                {"secretKey", "key"},
                                                {"requisition", "req-1"},
                                                {"account", "acc-1"},
                                                {"historyDays", "540"},
                                                {"token", "A1"},
                                                {"tokenUntil", "2026-11-21T08:55:00.000Z"},
                                                {"refreshToken", "R1"},
                                                {"refreshUntil", "2026-12-20T08:55:00.000Z"}}) {
            test.secret(name, value);
        }
    }
    static Json asked(const Json& cursor = nullptr, const Json& since = nullptr) {
        return fetchInput("bank_lines", cursor, Json::object({{"walletId", "wal_1"}}), "EUR", since);
    }
    svc::testing::HttpStandIn& transactions() {
        return test.http("GET", "/api/v2/accounts/acc-1/transactions/");
    }
    static std::string booked(const std::string& lines) {
        return R"({"transactions":{"booked":[)" + lines + R"(],"pending":[{"valueDate":"2026-11-20",)" +
               R"("transactionAmount":{"amount":"1.00","currency":"EUR"}}]}})";
    }
    static std::string line(const std::string& amount, const std::string& more = "",
                            const std::string& currency = "EUR") {
        return R"({"bookingDate":"2026-11-19","transactionAmount":{"amount":")" + amount +
               R"(","currency":")" + currency + R"("})" + more + "}";
    }
    std::vector<std::string> identifiers(const std::string& lines) {
        transactions() = {};
        transactions().answers(200, booked(lines));
        const Json page = run("fetch", asked());
        std::vector<std::string> ids;
        for (const Json& record : page["records"].items()) {
            ids.push_back(record["bankReference"].text());
        }
        return ids;
    }
};

TEST_F(Lines, AreThoseOfThePublishedExample) {
    Json example = dataOf("contract.json")["transactions"];
    std::string text = example.dump();
    // The example has type names in place of days, currencies and amounts.
    for (const auto& [kind, value] :
         std::map<std::string, std::string>{{R"("bookingDate":"date")", R"("bookingDate":"2026-11-19")"},
                                            {R"("valueDate":"date")", R"("valueDate":"2026-11-18")"},
                                            {R"("currency":"string")", R"("currency":"EUR")"}}) {
        for (std::size_t at = text.find(kind); at != std::string::npos; at = text.find(kind)) {
            text.replace(at, kind.size(), value);
        }
    }
    transactions().answers(200, text);
    const Json page = run("fetch", asked());
    ASSERT_EQ(page["records"].size(), 2U) << "what is pending comes when it is booked";
    EXPECT_EQ(page["records"][0].dump(),
              R"({"bookedAt":"2026-11-19","valueDate":"2026-11-18","amount":32818,"currency":"EUR",)"
              R"("label":"string","counterparty":{"name":"string","iban":"string"},"reference":null,)"
              R"("endToEndId":null,"bankReference":"string"})");
    EXPECT_EQ(page["cursor"].dump(), R"({"from":"2026-11-06"})");
    EXPECT_FALSE(page["more"].boolean());
    EXPECT_EQ(test.requests()[0].header("Authorization"), "Bearer A1");
}

TEST_F(Lines, AreAskedForFromTheDayThatIsKnown) {
    transactions().answers(200, booked(""));
    const auto from = [&](const Json& cursor, const Json& since) {
        run("fetch", asked(cursor, since));
        return query(test.requests().size() - 1);
    };
    EXPECT_EQ(from(nullptr, nullptr), "date_from=2026-08-22");
    EXPECT_EQ(from(nullptr, "2026-01-01"), "date_from=2026-01-01");
    EXPECT_EQ(from(nullptr, "2020-01-01"), "date_from=2025-05-29") << "as far back as the bank goes";
    EXPECT_EQ(from(Json::object({{"from", "2026-11-06"}}), nullptr), "date_from=2026-11-06");
    EXPECT_EQ(from(nullptr, "2026-12-24"), "date_from=2026-11-20") << "never in the future";
    EXPECT_NE(dataOf("contract.json")["queries"].dump().find("\"date_from\""), std::string::npos);
}

TEST_F(Lines, HaveTheMinorUnitsOfEveryCurrency) {
    const auto amountOf = [&](const std::string& amount, const std::string& currency) {
        transactions() = {};
        transactions().answers(200, booked(line(amount, "", currency)));
        const std::string refused = refusal("fetch", asked());
        return refused == "none" ? run("fetch", asked())["records"][0]["amount"].dump() : refused;
    };
    const std::string unreadable = "integration-unreachable:answer-unreadable";
    EXPECT_EQ(amountOf("-120.00", "EUR"), "-12000");
    EXPECT_EQ(amountOf("0.07", "EUR"), "7");
    EXPECT_EQ(amountOf("15", "EUR"), "1500");
    EXPECT_EQ(amountOf("1.5", "EUR"), "150");
    EXPECT_EQ(amountOf("45.0000", "EUR"), "4500");
    EXPECT_EQ(amountOf("45.005", "EUR"), unreadable) << "never rounded";
    EXPECT_EQ(amountOf("-5000", "XOF"), "-5000");
    EXPECT_EQ(amountOf("5000.00", "XAF"), "5000");
    EXPECT_EQ(amountOf("5000.5", "JPY"), unreadable);
    EXPECT_EQ(amountOf("1.234", "TND"), "1234");
    EXPECT_EQ(amountOf("-0.001", "KWD"), "-1");
    EXPECT_EQ(amountOf("1.2345", "BHD"), unreadable);
    EXPECT_EQ(amountOf("99999999999999999999", "EUR"), unreadable);
    EXPECT_EQ(amountOf("12,50", "EUR"), unreadable);
    EXPECT_EQ(amountOf("1e3", "EUR"), "100000");
    EXPECT_EQ(amountOf("1.00", "EURO"), unreadable);
}

TEST_F(Lines, NameTheOtherSide) {
    transactions().answers(
        200,
        booked(line("10.00", R"(,"debtorName":"Anne","debtorAccount":{"iban":"BE68539007547034"},)"
                             R"("creditorName":"Us","endToEndId":"E-1","transactionId":"t1",)"
                             R"("remittanceInformationStructured":"RF18539007547034")") +
               ',' +
               line("-10.00",
                    R"(,"debtorName":"Us","creditorName":"Supplier","creditorAccount":{"bban":"1"},)"
                    R"("remittanceInformationUnstructuredArray":["F-7","thank you"])") +
               ',' + line("3.00", R"(,"creditorName":"Shop","additionalInformation":"Given back")") + ',' +
               R"({"bookingDateTime":"2026-11-18T23:59:00+01:00","transactionAmount":)"
               R"({"amount":"1.00","currency":"EUR"}})"));
    const Json records = run("fetch", asked())["records"];
    EXPECT_EQ(records[0]["counterparty"].dump(), R"({"name":"Anne","iban":"BE68539007547034"})");
    EXPECT_EQ(records[0]["reference"].text(), "RF18539007547034");
    EXPECT_EQ(records[0]["endToEndId"].text(), "E-1");
    EXPECT_EQ(records[1]["counterparty"].dump(), R"({"name":"Supplier","iban":null})");
    EXPECT_EQ(records[1]["label"].text(), "F-7 thank you");
    EXPECT_EQ(records[2]["counterparty"]["name"].text(), "Shop") << "roles stay when money is given back";
    EXPECT_EQ(records[2]["label"].text(), "Given back");
    EXPECT_EQ(records[3]["bookedAt"].text(), "2026-11-18") << "the day as the bank has written it";
}

TEST_F(Lines, KeepAnIdentifierOfTheirOwnWithoutOneOfTheBank) {
    const std::string fee = line("-2.50", R"(,"remittanceInformationUnstructured":"Parking")");
    const std::string other = line("-2.50", R"(,"remittanceInformationUnstructured":"Toll")");
    const auto first = identifiers(fee + ',' + fee + ',' + other);
    ASSERT_EQ(first.size(), 3U);
    EXPECT_EQ(first[0].substr(0, 5), "made-");
    EXPECT_EQ((std::set<std::string>(first.begin(), first.end()).size()), 3U)
        << "two equal fees of a day are two lines";
    EXPECT_EQ(identifiers(other + ',' + fee + ',' + fee),
              (std::vector<std::string>{first[2], first[0], first[1]}))
        << "another order changes nothing";
    const std::string next = R"({"bookingDate":"2026-11-20",)" + fee.substr(fee.find("\"transactionAmount"));
    EXPECT_EQ(identifiers(next + ',' + fee), (std::vector<std::string>{identifiers(next)[0], first[0]}))
        << "equals of another day do not count";
    EXPECT_EQ(identifiers(line("-2.50", R"(,"transactionId":"t-7")")), std::vector<std::string>{"t-7"});
    test.secret("account", "acc-2");
    test.http("GET", "/api/v2/accounts/acc-2/transactions/").answers(200, booked(fee));
    EXPECT_NE(run("fetch", asked())["records"][0]["bankReference"].text(), first[0]);
}

TEST_F(Lines, FourRequestsOfADayAreObeyed) {
    const std::string limit = "HTTP_X_RATELIMIT_ACCOUNT_SUCCESS_";
    transactions()
        .answers(200, booked(line("1.00")), {{limit + "REMAINING", "1"}, {limit + "RESET", "81234"}})
        .answers(200, booked(line("1.00")), {{limit + "REMAINING", "0"}, {limit + "RESET", "81234"}})
        .answers(429,
                 R"({"summary":"Rate limit exceeded","detail":"The rate limit for this resource is 4/day. )"
                 R"(Please try again in 85092 seconds","status_code":429})")
        .answers(429, "", {{limit + "REMAINING", "0"}, {limit + "RESET", "60"}})
        .answers(429, "", {{"HTTP_X_RATELIMIT_REMAINING", "0"}, {"HTTP_X_RATELIMIT_RESET", "30"}})
        .answers(429, "", {{"Retry-After", "120"}})
        .answers(429, dataOf("contract.json")["errors"]["429"]["RateLimitError"])
        .answers(429, "Please try again in 999999999 seconds");
    EXPECT_FALSE(run("fetch", asked()).contains("retryAt"));
    const Json last = run("fetch", asked());
    EXPECT_EQ(last["records"].size(), 1U);
    EXPECT_EQ(last["retryAt"].text(), "2026-11-21T07:33:54.000Z") << "the lines count, and then it waits";
    for (const char* at :
         {"2026-11-21T08:38:12.000Z", "2026-11-20T09:01:00.000Z", "2026-11-20T09:00:30.000Z",
          "2026-11-20T09:02:00.000Z", "2026-11-20T15:00:00.000Z", "2026-11-21T09:00:00.000Z"}) {
        const Json told = run("fetch", asked());
        EXPECT_EQ(told.textOr("retryAt"), at);
        EXPECT_EQ(told.textOr("error"), "integration-unreachable:http-429");
    }
}

TEST_F(Lines, EveryPublishedRefusalIsTold) {
    const std::string lost = "integration-credentials-invalid";
    const std::map<std::string, std::string> expected = {
        {"AccessExpiredError", lost},
        {"AccountInactiveError", lost},
        {"FailedAuthentication", lost},
        {"InvalidToken", lost},
        {"NoAccountsConnected", lost},
        {"AccountAccessForbidden", lost},
        {"AccountEUAScopeError", lost},
        {"AccountValidEUAError", lost},
        {"IPAccessDenied", "provider-refused:ip-not-allowed"},
        {"AccountStateError", "provider-refused:account-error"},
        {"AccountSuspendedError", "provider-refused:account-suspended"},
        {"DateRangeError", "provider-refused:http-400"},
        {"InvalidID", "provider-refused:http-400"},
        {"AccountNotFoundError", "provider-refused:http-404"},
        {"NotFoundError", "provider-refused:http-404"},
        {"UnknownRequestError", "integration-unreachable:http-500"},
        {"ConnectionError", "integration-unreachable:http-503"},
        {"ServiceError", "integration-unreachable:http-503"}};
    const Json errors = dataOf("contract.json")["errors"];
    std::size_t seen = 0;
    for (const auto& [status, all] : errors.members()) {
        for (const auto& [name, body] : all.members()) {
            if (status == "429") {
                continue; // 429 has a retry time
            }
            ++seen;
            test.secret("token", "A1");
            transactions() = {};
            transactions().answers(std::stoi(status), body);
            test.http("POST", "/api/v2/token/refresh/") = {};
            test.http("POST", "/api/v2/token/refresh/")
                .answers(200, R"({"access":"A1","access_expires":86400})");
            ASSERT_EQ(expected.count(name), 1U) << name;
            const std::string told = refusal("fetch", asked());
            EXPECT_TRUE(told.starts_with(expected.at(name))) << name << ' ' << told;
            const std::string words = svc::connector::fitForRefusal(body.textOr("detail"), 20);
            EXPECT_EQ(told.find(words) != std::string::npos, told.find("unreachable") == std::string::npos)
                << name << ' ' << told;
        }
    }
    EXPECT_EQ(seen, expected.size());
}

TEST_F(Lines, AnExpiredAccessIsNotAskedForTwice) {
    const Json errors = dataOf("contract.json")["errors"]["401"];
    transactions().answers(401, errors["AccessExpiredError"]);
    EXPECT_TRUE(refusal("fetch", asked()).starts_with("integration-credentials-invalid:AccessExpiredError:"));
    EXPECT_EQ(test.requests().size(), 1U) << "each request counts";
    transactions() = {};
    transactions().answers(401, errors["InvalidToken"]).answers(200, booked(line("1.00")));
    test.http("POST", "/api/v2/token/refresh/").answers(200, R"({"access":"A2","access_expires":86400})");
    EXPECT_EQ(run("fetch", asked())["records"].size(), 1U) << "a token that is refused is renewed";
    EXPECT_EQ(test.requests().back().header("Authorization"), "Bearer A2");
}

TEST_F(Lines, SurviveWhatNoProviderShouldAnswer) {
    svc::connector::testing::expectFaultyAnswers(
        transactions(), booked(line("10.00", R"(,"transactionId":"t1")") + ',' + line("-2.50")),
        [&] { return refusal("fetch", asked()); }, [&] { return test.secrets(); });
}

TEST_F(Lines, TellsEveryClassOfRefusal) {
    test.http("POST", "/api/v2/token/refresh/").answers(200, R"({"access":"A1","access_expires":86400})");
    connector::testing::expectEachClass(
        transactions(), [&] { return refusal("fetch", asked()); },
        {.error = "<html>", .other = {{429, "none"}}}); // 429 has a retry time
}

} // namespace
} // namespace svc::gocardless_bad::testing

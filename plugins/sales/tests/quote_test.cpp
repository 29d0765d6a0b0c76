#include "shop.hpp"

namespace svc::sales::testing {
namespace {

/// Quotes of a shop whose other modules are stand-ins.
class Quotes : public Shop {
protected:
    Quotes() {
        offerAll();
        test.situation().facts.set("quotesRequireAcceptance", false);
    }

    Json quoted(const Json& input) {
        const auto answer = test.post("createQuote", input);
        EXPECT_EQ(answer.status, 201) << answer.code << answer.fault;
        return answer.ok() ? answer.json() : Json::object();
    }
    svc::testing::Answer move(const char* operation, const Json& quote, const Json& more = Json::object()) {
        return test.post(operation, more, {{"quoteId", quote["id"].text()}});
    }
    std::string refusedMove(const char* operation, const Json& quote, const Json& more = Json::object()) {
        const auto answer = move(operation, quote, more);
        EXPECT_FALSE(answer.ok()) << answer.body;
        EXPECT_NE(answer.status, 500) << answer.fault;
        return answer.code;
    }
    Json readQuote(const Json& quote) {
        return test.get("getQuote", {{"quoteId", quote["id"].text()}}).json();
    }
    void day(const char* date) {
        test.situation().now = *Instant::parse(std::string(date) + "T09:00:00.000Z");
    }
    static Json twoLines() {
        return body({{"partnerId", Partner}, {"lines", Json::array({line("120.00", 2), line("60.00")})}});
    }
};

TEST_F(Quotes, isOpenForThirtyDaysAndMovesNothing) {
    const Json quote = quoted(twoLines());
    EXPECT_EQ(quote["status"].text(), "open");
    EXPECT_EQ(quote["number"].text().substr(0, 6), "quote-") << "the series quote";
    EXPECT_EQ(quote["total"].integer(), 30000);
    EXPECT_EQ(quote["taxTotal"].integer(), 5000);
    EXPECT_EQ(quote["date"].text(), "2026-11-20");
    EXPECT_EQ(quote["validUntil"].text(), "2026-12-20");
    EXPECT_EQ(eventTypes(), Types{"quote.created"});
    EXPECT_TRUE(asked.empty());
    EXPECT_EQ(readQuote(quote), quote);
    EXPECT_EQ(test.history().back().action, "quote.created");
}

TEST_F(Quotes, validityNeverEndsBeforeTheDate) {
    EXPECT_EQ(test.post("createQuote", body({{"validUntil", "2026-11-19"}})).code,
              "field-invalid:validUntil");
    EXPECT_EQ(quoted(body({{"validUntil", "2026-11-20"}}))["validUntil"].text(), "2026-11-20");
}

TEST_F(Quotes, paymentsAreNotTaken) {
    const Json quote = quoted(body({{"paidInFull", true}, {"walletId", "wal_unknown"}}));
    EXPECT_EQ(quote["status"].text(), "open");
    EXPECT_TRUE(asked.empty());
}

TEST_F(Quotes, eachStateRefusesWhatItDoesNotAllow) {
    const Json accepted = quoted(twoLines());
    ASSERT_EQ(move("acceptQuote", accepted, Json::object({{"note", "By telephone"}})).status, 200);
    const Json declined = quoted(twoLines());
    ASSERT_EQ(move("declineQuote", declined, Json::object({{"reason", "Too late"}})).status, 200);
    const Json cancelled = quoted(twoLines());
    ASSERT_EQ(move("cancelQuote", cancelled).status, 200);
    const Json converted = quoted(twoLines());
    ASSERT_EQ(move("convertQuote", converted).status, 201);
    const Json expired = quoted(twoLines());
    day("2026-12-21");
    test.job("expire-quotes");
    EXPECT_EQ(readQuote(expired)["status"].text(), "expired");
    EXPECT_EQ(readQuote(accepted)["status"].text(), "accepted") << "what is agreed does not expire";

    struct Row {
        const Json& quote;
        const char* accept;
        const char* close;
        const char* convert;
    };
    for (const Row& row : {Row{accepted, "quote-not-open", "quote-not-open", ""},
                           Row{declined, "quote-not-open", "quote-not-open", "quote-not-accepted"},
                           Row{cancelled, "quote-not-open", "quote-not-open", "quote-not-accepted"},
                           Row{converted, "quote-not-open", "quote-not-open", "quote-already-converted"},
                           Row{expired, "quote-expired", "quote-not-open", "quote-expired"}}) {
        EXPECT_EQ(refusedMove("acceptQuote", row.quote), row.accept);
        EXPECT_EQ(refusedMove("sendQuote", row.quote), row.accept);
        EXPECT_EQ(refusedMove("declineQuote", row.quote), row.close);
        EXPECT_EQ(refusedMove("cancelQuote", row.quote), row.close);
        EXPECT_EQ(refusedMove("updateQuote", row.quote, Json::object({{"note", "x"}})), "quote-not-open");
        if (row.convert[0] != '\0') {
            EXPECT_EQ(refusedMove("convertQuote", row.quote), row.convert);
        }
    }
    EXPECT_EQ(readQuote(accepted)["acceptanceNote"].text(), "By telephone");
    EXPECT_EQ(readQuote(declined)["declinedReason"].text(), "Too late");
    EXPECT_EQ(readQuote(declined)["declinedBy"].text(), "company");
}

TEST_F(Quotes, anOpenOnePastItsLastDayIsExpiredBeforeThePassSaysSo) {
    const Json quote = quoted(twoLines());
    day("2026-12-20");
    EXPECT_EQ(move("acceptQuote", quoted(twoLines())).status, 200);
    day("2026-12-21");
    EXPECT_EQ(refusedMove("acceptQuote", quote), "quote-expired");
    EXPECT_EQ(refusedMove("convertQuote", quote), "quote-expired");
}

TEST_F(Quotes, aLaterLastDayOpensAnExpiredOneAgain) {
    const Json quote = quoted(twoLines());
    day("2026-12-22");
    test.job("expire-quotes");
    EXPECT_EQ(refusedMove("updateQuote", quote, Json::object({{"validUntil", "2026-12-21"}})),
              "field-invalid:validUntil");
    const auto answer = move("updateQuote", quote, Json::object({{"validUntil", "2027-01-31"}}));
    ASSERT_EQ(answer.status, 200) << answer.code << answer.fault;
    EXPECT_EQ(answer.json()["status"].text(), "open");
    EXPECT_EQ(test.history().back().action, "quote.reopened");
    EXPECT_EQ(eventTypes(), Types{"quote.created"}) << "expiry and reopening are not told";
    EXPECT_EQ(move("acceptQuote", quote).status, 200);
}

TEST_F(Quotes, convertingAnOpenOneAcceptsIt) {
    const Json quote = quoted(twoLines());
    test.host().forget();
    const auto answer = move("convertQuote", quote, Json::object({{"paidInFull", true}, {"walletId", Bank}}));
    ASSERT_EQ(answer.status, 201) << answer.code << answer.fault;
    const Json sale = answer.json();
    EXPECT_EQ(sale["quoteId"], quote["id"]);
    EXPECT_EQ(sale["total"].integer(), 30000);
    EXPECT_EQ(sale["paymentStatus"].text(), "paid");
    EXPECT_EQ(eventTypes(), (Types{"quote.accepted", "quote.converted", "sale.created", "invoice.issued",
                                   "payment.received", "invoice.paid"}));
    EXPECT_EQ(test.events()[0].data["acceptedBy"].text(), "company");
    EXPECT_EQ(test.events()[1].data["saleId"], sale["id"]);
    EXPECT_EQ(test.events()[1].data["saleNumber"], sale["number"]);
    const Json after = readQuote(quote);
    EXPECT_EQ(after["status"].text(), "converted");
    EXPECT_EQ(after["saleId"], sale["id"]);
    EXPECT_EQ(after["lines"][0]["quantityConverted"].integer(), 2);
}

TEST_F(Quotes, aCompanyMayInsistOnAcceptance) {
    test.situation().facts.set("quotesRequireAcceptance", true);
    const Json quote = quoted(twoLines());
    EXPECT_EQ(refusedMove("convertQuote", quote), "quote-not-accepted");
    ASSERT_EQ(move("acceptQuote", quote).status, 200);
    test.host().forget();
    EXPECT_EQ(move("convertQuote", quote).status, 201);
    EXPECT_EQ(eventTypes(), (Types{"quote.converted", "sale.created", "invoice.issued"}));
}

TEST_F(Quotes, aPartIsSoldWithItsShareOfTheDiscounts) {
    Json input = twoLines();
    input.set("discountAmount", 30);
    Json machines = line("120.00", 2);
    machines.set("discountAmount", 20);
    input.set("lines", Json::array({machines, line("60.00")}));
    const Json quote = quoted(input);
    EXPECT_EQ(quote["total"].integer(), 25000) << "240 − 20 + 60 − 30";
    const std::string first = quote["lines"][0]["id"].text();
    const auto part = [&](const Json& quantity) {
        return Json::object(
            {{"lines", Json::array({Json::object({{"lineId", first}, {"quantity", quantity}})})}});
    };
    EXPECT_EQ(refusedMove("convertQuote", quote, part(3)), "quantity-above-remaining:" + first + ":2");
    EXPECT_EQ(refusedMove("convertQuote", quote, part(0)), "field-invalid:lines[0].quantity");
    EXPECT_EQ(refusedMove("convertQuote", quote, part(-1)), "field-invalid:lines[0].quantity");
    Json twice = part(1);
    twice.set("lines", Json::array({twice["lines"][0], twice["lines"][0]}));
    EXPECT_EQ(refusedMove("convertQuote", quote, twice), "field-invalid:lines[1].lineId");
    Json unknown = part(1);
    unknown.set("lines", Json::array({Json::object({{"lineId", "lin_1"}})}));
    EXPECT_EQ(refusedMove("convertQuote", quote, unknown), "line-not-found:lin_1");

    const auto answer = move("convertQuote", quote, part(1));
    ASSERT_EQ(answer.status, 201) << answer.code << answer.fault;
    EXPECT_EQ(answer.json()["lines"].size(), 1U);
    // 120 − 10, less the share 110/280 of the discount of 30 (11.79).
    EXPECT_EQ(answer.json()["total"].integer(), 11000 - 1179);
    const Json half = readQuote(quote);
    EXPECT_EQ(half["status"].text(), "partially_converted");
    EXPECT_EQ(half["lines"][0]["quantityConverted"].integer(), 1);
    EXPECT_EQ(half["lines"][1]["quantityConverted"].integer(), 0);
    EXPECT_EQ(refusedMove("convertQuote", quote, part(2)), "quantity-above-remaining:" + first + ":1");

    // The rest: 120 − 10 + 60, less the rest of the discount of 30.
    const auto rest = move("convertQuote", quote);
    ASSERT_EQ(rest.status, 201) << rest.code << rest.fault;
    EXPECT_EQ(rest.json()["lines"].size(), 2U);
    EXPECT_EQ(rest.json()["total"].integer(), 11000 + 6000 - (3000 - 1179));
    const Json after = readQuote(quote);
    EXPECT_EQ(after["status"].text(), "converted");
    EXPECT_EQ(after["saleId"], rest.json()["id"]);
    EXPECT_EQ(after["lines"][0]["quantityConverted"].integer(), 2);
    EXPECT_EQ(after["lines"][1]["quantityConverted"].integer(), 1);
    EXPECT_EQ(refusedMove("convertQuote", quote), "quote-already-converted");
}

TEST_F(Quotes, recordsComeBeforeTheStateAndTheStateBeforeAmounts) {
    const Json quote = quoted(twoLines());
    ASSERT_EQ(move("cancelQuote", quote).status, 200);
    EXPECT_EQ(test.post("convertQuote", Json::object(), {{"quoteId", "quo_1"}}).code, "quote-not-found");
    EXPECT_EQ(
        refusedMove("convertQuote", quote, Json::object({{"paidInFull", true}, {"walletId", "wal_unknown"}})),
        "wallet-not-found");
    EXPECT_EQ(refusedMove("convertQuote", quote, Json::object({{"dueDate", "2020-01-01"}})),
              "quote-not-accepted");
}

TEST_F(Quotes, whatWasOfferedIsWhatIsSold) {
    const Json quote = quoted(body({{"partnerId", Partner}, {"lines", Json::array({stocked(2)})}}));
    item.set("price", 99900);
    item.set("taxRate", 10);
    const Json sale = move("convertQuote", quote).json();
    EXPECT_EQ(sale["total"].integer(), 24000);
    EXPECT_EQ(sale["taxes"][0]["taxRate"].integer(), 20);
    EXPECT_EQ(asked["stock.issue"].size(), 1U);
}

TEST_F(Quotes, aRefusalOfTheirSaleNamesTheLineOfTheQuote) {
    Json input = twoLines();
    input.set("lines", Json::array({line("60.00"), stocked(2)}));
    const Json quote = quoted(input);
    item.set("archived", true);
    EXPECT_EQ(refusedMove("convertQuote", quote), "field-invalid:lines[1].itemId");
    const Json second = Json::object(
        {{"lines", Json::array({Json::object({{"lineId", quote["lines"][1]["id"]}, {"quantity", 1}})})}});
    EXPECT_EQ(refusedMove("convertQuote", quote, second), "field-invalid:lines[1].itemId");
    item.set("archived", false);
    EXPECT_EQ(refusedMove("convertQuote", quote, Json::object({{"dueDate", "2020-01-01"}})),
              "field-invalid:dueDate");
    EXPECT_EQ(move("convertQuote", quote, second).status, 201);
}

TEST_F(Quotes, anOpenOneMayBeChangedInEveryWay) {
    const Json quote = quoted(twoLines());
    auto answer = move("updateQuote", quote, Json::object({{"discountPercent", 10}, {"note", "Special"}}));
    ASSERT_EQ(answer.status, 200) << answer.code << answer.fault;
    EXPECT_EQ(answer.json()["total"].integer(), 27000);
    EXPECT_EQ(answer.json()["note"].text(), "Special");
    EXPECT_EQ(answer.json()["version"].integer(), 2);
    EXPECT_EQ(answer.json()["lines"][0]["id"], quote["lines"][0]["id"]);
    answer = move("updateQuote", quote,
                  Json::object({{"lines", Json::array({line("10.00")})}, {"discountPercent", nullptr}}));
    EXPECT_EQ(answer.json()["total"].integer(), 1000);
    EXPECT_EQ(answer.json()["lines"].size(), 1U);
    answer = move("updateQuote", quote, Json::object({{"partnerId", nullptr}}));
    EXPECT_TRUE(answer.json()["partner"].isNull());
    EXPECT_EQ(answer.json()["total"].integer(), 1000);
    EXPECT_EQ(readQuote(quote), answer.json());
    const auto stale = test.call(
        "updateQuote",
        {Json::object({{"note", "x"}}), {{"quoteId", quote["id"].text()}}, {}, {{"If-Match", "\"1\""}}});
    EXPECT_EQ(stale.status, 412);
    EXPECT_EQ(stale.code, "version-mismatch");
}

TEST_F(Quotes, aChangeToWhatItIsChangesNothing) {
    Json input = twoLines();
    const Json quote = quoted(input.set("discountPercent", 10));
    const std::size_t lines = test.history().size();
    for (const Json& body :
         {Json::object(), Json::object({{"discountPercent", 10}, {"partnerId", Partner}}),
          Json::object({{"currency", "EUR"}, {"validUntil", quote["validUntil"]}, {"note", nullptr}})}) {
        EXPECT_EQ(move("updateQuote", quote, body).json(), quote);
    }
    EXPECT_EQ(readQuote(quote), quote);
    EXPECT_EQ(test.history().size(), lines);
}

TEST_F(Quotes, anOpenOneIsChangedAlthoughTheBooksOfItsDayAreLocked) {
    const Json quote = quoted(twoLines());
    day("2026-12-01");
    test.situation().facts.set("lockDate", "2026-11-30");
    const auto answer =
        move("updateQuote", quote, Json::object({{"discountPercent", 10}, {"date", quote["date"]}}));
    ASSERT_EQ(answer.status, 200) << answer.code << answer.fault;
    EXPECT_EQ(answer.json()["date"], quote["date"]);
    EXPECT_EQ(answer.json()["total"].integer(), 27000);
    EXPECT_EQ(refusedMove("updateQuote", quote, Json::object({{"date", "2026-11-30"}})),
              "date-locked:2026-11-30");
}

TEST_F(Quotes, aSignatureAcceptsAndSigns) {
    const Json quote = quoted(twoLines());
    test.host().forget();
    const Json input = Json::object(
        {{"id", quote["id"]},
         {"provider", "docusign"},
         {"signers", Json::array({Json::object({{"name", "Anne Morel"}, {"email", "anne@quais.example"}})})},
         {"documentSha256", std::string(64, 'a')}});
    const Json signedQuote = test.command("quotes.sign", input);
    EXPECT_EQ(signedQuote["status"].text(), "signed");
    EXPECT_EQ(signedQuote["acceptedBy"].text(), "signature");
    EXPECT_EQ(eventTypes(), (Types{"quote.accepted", "quote.signed"}));
    EXPECT_EQ(test.events()[1].data["signers"][0]["name"].text(), "Anne Morel");
    EXPECT_THROW(test.command("quotes.sign", input), ApiError);
    EXPECT_EQ(refusedMove("declineQuote", quote), "quote-not-open");
    EXPECT_EQ(move("convertQuote", quote).status, 201);

    const Json accepted = quoted(twoLines());
    test.command("quotes.accept", {{"id", accepted["id"]}, {"acceptedBy", "customer"}, {"name", "Anne"}});
    test.host().forget();
    Json again = input;
    again.set("id", accepted["id"]);
    test.command("quotes.sign", again);
    EXPECT_EQ(eventTypes(), Types{"quote.signed"});
    EXPECT_EQ(readQuote(accepted)["acceptedName"].text(), "Anne");
    EXPECT_EQ(readQuote(accepted)["acceptedBy"].text(), "customer");
}

TEST_F(Quotes, theCustomerDeclines) {
    const Json quote = quoted(twoLines());
    test.host().forget();
    test.command("quotes.decline",
                 {{"id", quote["id"]}, {"declinedBy", "customer"}, {"name", "Anne"}, {"reason", "Too late"}});
    EXPECT_EQ(eventTypes(), Types{"quote.declined"});
    EXPECT_EQ(test.events()[0].data["declinedBy"].text(), "customer");
    EXPECT_EQ(test.events()[0].data["reason"].text(), "Too late");
}

TEST_F(Quotes, isSentToThePartnerInTheLanguageOfThePartner) {
    const Json quote = quoted(twoLines());
    EXPECT_EQ(refusedMove("sendQuote", quote), "partner-email-missing");
    EXPECT_EQ(refusedMove("sendQuote", quote, Json::object({{"to", "a@b.example"}})), "mail-not-configured");
    partner.set("email", "compta@quais.example");
    partner.set("language", "fr");
    remember("mail.queue", Json::object({{"jobId", "job_01jd9cyw41g8x2f3afewg30q8z"}}));
    test.offer("public.link", [](const Json& input) {
        const Json link = Json::object({{"token", "t"}, {"url", "https://svc.example/public/documents/t"}});
        return input.contains("documents") ? Json::object({{"links", Json::array({link})}}) : link;
    });
    const auto answer = move("sendQuote", quote, Json::object({{"message", "Bonjour,"}}));
    ASSERT_EQ(answer.status, 202) << answer.code << answer.fault;
    EXPECT_EQ(answer.json()["language"].text(), "fr");
    EXPECT_EQ(answer.json()["to"].text(), "compta@quais.example");
    const Json& mail = asked["mail.queue"].back();
    EXPECT_EQ(mail["subject"].text(), "Devis " + quote["number"].text() + " de Example");
    EXPECT_NE(mail["text"].text().find("300,00\u00A0€"), std::string::npos) << mail["text"].text();
    EXPECT_NE(mail["text"].text().find("20 déc. 2026"), std::string::npos);
    EXPECT_NE(mail["text"].text().find("https://svc.example/public/documents/t"), std::string::npos);
    EXPECT_FALSE(readQuote(quote)["sentAt"].isNull());
}

TEST_F(Quotes, theListCountsWhatMatches) {
    const Json first = quoted(twoLines());
    const Json second = quoted(body());
    quoted(body({{"externalId", "q-3"}}));
    EXPECT_EQ(test.post("createQuote", body({{"externalId", "q-3"}})).code, "already-exists:externalId");
    move("acceptQuote", second);
    const auto count = [&](const svc::testing::PluginTest::Values& query) {
        const auto answer = test.get("listQuotes", {}, query);
        EXPECT_EQ(answer.status, 200) << answer.fault;
        EXPECT_EQ(answer.header("X-Total-Count"), std::to_string(answer.json().size()));
        return answer.json().size();
    };
    EXPECT_EQ(count({}), 3U);
    EXPECT_EQ(count({{"status", "open"}}), 2U);
    EXPECT_EQ(count({{"status", "open,accepted"}}), 3U);
    EXPECT_EQ(count({{"partnerId", Partner}}), 1U);
    EXPECT_EQ(count({{"externalId", "q-3"}}), 1U);
    EXPECT_EQ(count({{"q", "quais"}}), 1U);
    EXPECT_EQ(count({{"from", "2026-11-21"}}), 0U);
    EXPECT_EQ(count({{"businessUnitId", Unit}, {"to", "2026-11-20"}}), 3U);
    EXPECT_EQ(test.get("listQuotes", {}, {{"sort", "total"}}).json()[2]["id"], first["id"]);
    EXPECT_FALSE(test.get("listQuotes").json()[0].contains("lines"));
    EXPECT_EQ(test.get("listQuotes", {}, {{"include", "lines"}, {"limit", "1"}}).json()[0]["lines"].size(),
              1U);
    EXPECT_EQ(test.get("listQuotes", {}, {{"limit", "1"}}).header("X-Total-Count"), "3");
}

TEST_F(Quotes, isDescribedForOthers) {
    const Json quote = quoted(twoLines());
    const Json facts = test.command("document.quote", {{"id", quote["id"]}});
    EXPECT_EQ(facts["number"], quote["number"]);
    EXPECT_EQ(facts["partnerId"].text(), Partner);
    EXPECT_TRUE(test.command("document.quote", {{"id", "quo_1"}}).isNull());
    EXPECT_EQ(test.command("quotes.get", {{"id", quote["id"]}}), quote);
    EXPECT_TRUE(test.command("quotes.get", {{"id", "quo_1"}}).isNull());
}

} // namespace
} // namespace svc::sales::testing

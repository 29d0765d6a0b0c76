#include "shop.hpp"

namespace svc::sales::testing {
namespace {

/// A shop with subscriptions; jobs run when a test says so.
class Recurring : public Shop {
protected:
    Recurring() { offerAll(); }

    static Json template_(std::initializer_list<Json::Field> more = {}) {
        Json made = Json::object(more);
        made.set("partnerId", Partner);
        made.set("lines", Json::array({line("90.00")}));
        return made;
    }
    static Json monthly(const char* startsOn) {
        return Json::object({{"template", template_()}, {"every", "month"}, {"startsOn", startsOn}});
    }
    Json made(const Json& input) {
        const auto answer = test.post("createRecurringSale", input);
        EXPECT_EQ(answer.status, 201) << answer.code << answer.fault;
        return answer.ok() ? answer.json() : Json::object();
    }
    std::string refusal(const Json& input) { return test.post("createRecurringSale", input).code; }
    svc::testing::Answer change(const Json& recurring, const Json& body) {
        return test.post("updateRecurringSale", body, {{"recurringId", recurring["id"].text()}});
    }
    Json only() {
        const auto answer = test.get("listRecurringSales");
        EXPECT_EQ(answer.header("X-Total-Count"), "1");
        return answer.json()[0];
    }
    /// Runs the hourly pass on that day and all jobs that it files, as a host does: without actor.
    void pass(const char* date) {
        test.situation().now = *Instant::parse(std::string(date) + "T09:00:00.000Z");
        test.situation().actorKind = SVC_ACTOR_NONE;
        test.job("pass-recurring");
        for (; done < test.jobs().size(); ++done) {
            const auto job = test.jobs()[done];
            ASSERT_EQ(job.name, "make-recurring");
            test.job(job.name, job.payload);
        }
        test.situation().actorKind = SVC_ACTOR_API_KEY;
    }
    std::vector<std::string> saleDates() {
        std::vector<std::string> dates;
        const Json sales = test.get("listSales", {}, {{"sort", "date"}}).json();
        for (const Json& sale : sales.items()) {
            dates.push_back(sale["date"].text());
        }
        return dates;
    }
    std::size_t done = 0;
};

TEST_F(Recurring, makesTheSaleOnItsDayWithoutActor) {
    const Json recurring = made(monthly("2026-12-01"));
    EXPECT_EQ(recurring["state"].text(), "active");
    EXPECT_EQ(recurring["nextOn"].text(), "2026-12-01");
    EXPECT_EQ(recurring["dayOfMonth"].integer(), 1);
    EXPECT_EQ(recurring["count"].integer(), 0);
    pass("2026-11-30");
    EXPECT_TRUE(eventTypes().empty());
    pass("2026-12-01");
    EXPECT_EQ(eventTypes(), (Types{"sale.created", "invoice.issued"}));
    EXPECT_TRUE(test.events()[0].data["actor"].isNull());
    const Json after = only();
    EXPECT_EQ(after["nextOn"].text(), "2027-01-01");
    EXPECT_EQ(after["lastOn"].text(), "2026-12-01");
    EXPECT_EQ(after["count"].integer(), 1);
    const Json sale = test.get("getSale", {{"saleId", after["lastSaleId"].text()}}).json();
    EXPECT_EQ(sale["recurringId"], recurring["id"]);
    EXPECT_TRUE(sale["createdBy"].isNull());
    EXPECT_EQ(sale["total"].integer(), 9000);
    pass("2026-12-01");
    EXPECT_EQ(saleDates().size(), 1U);
}

TEST_F(Recurring, anOccurrenceIsMadeOnceWhoeverIsAskedTwice) {
    const Json recurring = made(monthly("2026-12-01"));
    pass("2026-12-01");
    const Json again = test.jobs()[0].payload;
    test.job("make-recurring", again);
    test.job("make-recurring", again);
    EXPECT_EQ(saleDates(), Types{"2026-12-01"});
    EXPECT_EQ(only()["count"].integer(), 1);
}

TEST_F(Recurring, whatWasMissedIsMadeUpEachAsOfItsDay) {
    made(monthly("2026-12-31"));
    pass("2027-03-05");
    EXPECT_EQ(saleDates(), (Types{"2026-12-31", "2027-01-31", "2027-02-28"}));
    EXPECT_EQ(only()["nextOn"].text(), "2027-03-31");
}

TEST_F(Recurring, closedBooksMoveTheSaleToToday) {
    made(monthly("2026-12-01"));
    test.situation().facts.set("lockDate", "2026-12-31");
    pass("2027-01-05");
    EXPECT_EQ(saleDates(), (Types{"2027-01-01", "2027-01-05"}));
}

TEST_F(Recurring, whatIsSealedIsOfTheDayOnWhichItIsMade) {
    bool sealing = true;
    test.offer("fiscal.sealing", [&](const Json&) { return Json::object({{"sealing", sealing}}); });
    made(monthly("2026-12-01"));
    pass("2027-01-05");
    EXPECT_EQ(saleDates(), (Types{"2027-01-05", "2027-01-05"}));
    sealing = false;
    pass("2027-02-05");
    EXPECT_EQ(saleDates().back(), "2027-02-01");
}

TEST_F(Recurring, endsAfterItsLastDayOrWhenThereAreEnough) {
    Json input = monthly("2026-12-01");
    input.set("maxCount", 2);
    made(input);
    pass("2027-06-01");
    EXPECT_EQ(saleDates(), (Types{"2026-12-01", "2027-01-01"}));
    EXPECT_EQ(only()["state"].text(), "ended");
    EXPECT_TRUE(only()["nextOn"].isNull());
    EXPECT_EQ(change(only(), Json::object({{"state", "active"}})).code, "field-invalid:state");
}

TEST_F(Recurring, theListCountsWhatMatches) {
    const auto total = [&](svc::testing::PluginTest::Values query) {
        query["limit"] = "1";
        return test.get("listRecurringSales", {}, query).header("X-Total-Count");
    };
    made(monthly("2026-12-01"));
    made(monthly("2026-12-01"));
    const Json third = made(monthly("2026-12-01"));
    ASSERT_EQ(change(third, Json::object({{"state", "paused"}})).status, 200);
    pass("2026-12-01");
    EXPECT_EQ(total({}), "3");
    EXPECT_EQ(total({{"state", "active"}}), "2");
    EXPECT_EQ(total({{"state", "paused"}}), "1");
    EXPECT_EQ(total({{"state", "paused,active"}}), "3");
    EXPECT_EQ(total({{"state", "ended"}}), "0");
    EXPECT_EQ(total({{"offset", "9"}}), "3");
}

TEST_F(Recurring, oneThatCannotBeMadeIsToldOnceAndTriedAgain) {
    remember("mail.queue", Json::object({{"jobId", "job_01jd9cyw41g8x2f3afewg30q8z"}}));
    test.offer("company.owners", [](const Json&) {
        return Json::object(
            {{"owners",
              Json::array({Json::object({{"email", "lea@lumiere.example"}, {"language", "fr"}})})}});
    });
    bool inStock = false;
    test.offer("stock.issue", [&](const Json&) {
        if (!inStock) {
            throw ApiError(400, "insufficient-stock", {Item, "0"});
        }
        return Json::object({{"movements", Json::array()}, {"value", 0}});
    });
    Json input = monthly("2026-12-01");
    Json body = template_();
    body.set("lines", Json::array({stocked()}));
    input.set("template", body);
    const Json recurring = made(input);
    EXPECT_EQ(recurring["status"].text(), "ok");
    EXPECT_TRUE(recurring["lastError"].isNull());

    pass("2026-12-01");
    const Json failing = only();
    EXPECT_EQ(failing["state"].text(), "active");
    EXPECT_EQ(failing["status"].text(), "failing");
    EXPECT_EQ(failing["lastError"]["code"].text(), "insufficient-stock:" + std::string(Item) + ":0");
    EXPECT_EQ(failing["nextOn"].text(), "2026-12-01");
    EXPECT_EQ(test.history().back().action, "recurring_sale.failed");
    pass("2026-12-02");
    EXPECT_TRUE(eventTypes().empty());
    ASSERT_EQ(asked["mail.queue"].size(), 1U) << "once";
    EXPECT_EQ(asked["mail.queue"][0]["to"].text(), "lea@lumiere.example");
    EXPECT_NE(asked["mail.queue"][0]["text"].text().find("insufficient-stock"), std::string::npos);

    inStock = true;
    pass("2026-12-03");
    EXPECT_EQ(saleDates(), Types{"2026-12-01"});
    EXPECT_EQ(only()["status"].text(), "ok");
    EXPECT_EQ(only()["nextOn"].text(), "2027-01-01");
}

TEST_F(Recurring, aFailureNamesTheFieldOfTheTemplate) {
    offerStock();
    Json input = monthly("2026-12-01");
    Json body = template_();
    body.set("lines", Json::array({stocked()}));
    made(input.set("template", body));
    item.set("archived", true);
    pass("2026-12-01");
    EXPECT_EQ(only()["lastError"]["code"].text(), "field-invalid:template.lines[0].itemId");
}

TEST_F(Recurring, aPauseIsNotMadeUp) {
    const Json recurring = made(monthly("2026-12-01"));
    pass("2026-12-01");
    ASSERT_EQ(change(recurring, Json::object({{"state", "paused"}})).status, 200);
    pass("2027-02-15");
    EXPECT_EQ(saleDates().size(), 1U);
    const auto resumed = change(recurring, Json::object({{"state", "active"}}));
    EXPECT_EQ(resumed.json()["nextOn"].text(), "2027-03-01");
    pass("2027-03-02");
    EXPECT_EQ(saleDates(), (Types{"2026-12-01", "2027-03-01"}));
    EXPECT_EQ(change(recurring, Json::object({{"state", "ended"}})).json()["state"].text(), "ended");
    pass("2027-06-01");
    EXPECT_EQ(saleDates().size(), 2U);
}

TEST_F(Recurring, aNewRuleCountsFromToday) {
    const Json recurring = made(monthly("2026-12-01"));
    const auto answer = change(recurring, Json::object({{"every", "week"}, {"startsOn", "2026-11-23"}}));
    ASSERT_EQ(answer.status, 200) << answer.code << answer.fault;
    EXPECT_EQ(answer.json()["nextOn"].text(), "2026-11-23");
    EXPECT_TRUE(answer.json()["dayOfMonth"].isNull());
    EXPECT_EQ(answer.json()["version"].integer(), 2);
    EXPECT_EQ(test.call("updateRecurringSale", {Json::object({{"send", true}}),
                                                {{"recurringId", recurring["id"].text()}},
                                                {},
                                                {{"If-Match", "\"1\""}}})
                  .code,
              "version-mismatch");
}

TEST_F(Recurring, aChangeLeavesTheRestOfTheRuleAlone) {
    Json input = monthly("2026-12-10");
    const Json recurring = made(input.set("dayOfMonth", 15));
    const auto day = [&](const Json& body) {
        const auto answer = change(recurring, body);
        EXPECT_EQ(answer.status, 200) << answer.code << answer.fault;
        return answer.json()["dayOfMonth"].integer();
    };
    EXPECT_EQ(day(Json::object({{"startsOn", "2026-12-20"}})), 15);
    EXPECT_EQ(day(Json::object({{"dayOfMonth", nullptr}})), 20) << "that of the start";
    EXPECT_EQ(change(recurring, Json::object({{"endsOn", "2026-12-31"}})).status, 200);
    EXPECT_EQ(change(recurring, Json::object({{"startsOn", "2027-01-01"}})).code, "field-invalid:startsOn");
    EXPECT_TRUE(change(recurring, Json::object({{"send", true}})).json()["send"].boolean());
    EXPECT_FALSE(change(recurring, Json::object({{"send", nullptr}})).json()["send"].boolean());
}

TEST_F(Recurring, theSameRuleAgainIsNoNewRule) {
    Json input = monthly("2026-12-01");
    const Json recurring = made(input.set("interval", 2));
    partner.set("archived", true);
    pass("2026-12-02");
    const Json failing = only();
    ASSERT_EQ(failing["status"].text(), "failing");
    const Json same = Json::object({{"every", "month"},
                                    {"interval", 2},
                                    {"dayOfMonth", 1},
                                    {"startsOn", "2026-12-01"},
                                    {"endsOn", nullptr},
                                    {"maxCount", nullptr}});
    EXPECT_EQ(change(recurring, same).json(), failing);
    test.situation().now = *Instant::parse("2028-01-10T09:00:00.000Z");
    EXPECT_EQ(change(recurring, same).json(), failing) << "its start was allowed when it was given";
    const Json moved = change(recurring, Json::object({{"interval", 3}})).json();
    EXPECT_EQ(moved["nextOn"].text(), "2028-03-01") << "from today on";
    EXPECT_EQ(moved["status"].text(), "ok");
}

TEST_F(Recurring, aTemplateThatCannotBecomeASaleIsRefused) {
    Json input = monthly("2026-12-01");
    Json body = template_();
    body.set("partnerId", "par_1");
    input.set("template", body);
    EXPECT_EQ(refusal(input), "partner-not-found");
    body.set("partnerId", Partner);
    body.set("lines", Json::array({Json::object({{"label", "x"}, {"quantity", 0}, {"unitPrice", 1}})}));
    input.set("template", body);
    EXPECT_EQ(refusal(input), "field-invalid:template.lines[0].quantity");
    body.set("lines", Json::array({Json::object({{"itemId", "itm_1"}, {"quantity", 1}})}));
    input.set("template", body);
    EXPECT_EQ(refusal(input), "item-not-found:itm_1");
    const auto payment = [&](const Json& one, bool paidInFull = false) {
        Json paid = template_({{"payments", Json::array({one})}, {"paidInFull", paidInFull}});
        return refusal(input.set("template", std::move(paid)));
    };
    EXPECT_EQ(payment(Json::object({{"amount", 91}})), "amount-above-outstanding");
    EXPECT_EQ(payment(Json::object({{"amount", 89}}), true), "payments-total-mismatch");
    EXPECT_EQ(payment(Json::object({{"amount", 9}, {"method", "card"}})),
              "field-invalid:template.payments[0].method");
    EXPECT_EQ(payment(Json::object({{"amount", 9}})), "");
}

TEST_F(Recurring, datesThatMakeNoSenseAreRefused) {
    Json input = monthly("2025-01-01");
    EXPECT_EQ(refusal(input), "field-invalid:startsOn");
    EXPECT_EQ(refusal(monthly("9999-12-31")), "field-invalid:startsOn") << "no room for what follows";
    input = monthly("2026-12-01");
    input.set("endsOn", "2026-11-30");
    EXPECT_EQ(refusal(input), "field-invalid:endsOn");
    input = monthly("2026-12-01");
    input.set("every", "week");
    input.set("dayOfMonth", 3);
    EXPECT_EQ(refusal(input), "field-invalid:dayOfMonth");
    EXPECT_EQ(test.post("updateRecurringSale", Json::object(), {{"recurringId", "rec_1"}}).code,
              "recurring-sale-not-found");
}

TEST_F(Recurring, sendsTheSaleWhenItIsTold) {
    remember("mail.queue", Json::object({{"jobId", "job_01jd9cyw41g8x2f3afewg30q8z"}}));
    Json input = monthly("2026-12-01");
    input.set("send", true);
    made(input);
    pass("2026-12-01");
    EXPECT_EQ(asked.count("mail.queue"), 0U) << "the partner has no address";
    EXPECT_EQ(saleDates().size(), 1U);
    partner.set("email", "compta@quais.example");
    test.situation().facts.set("name", "Atelier\nLumière");
    pass("2027-01-01");
    ASSERT_EQ(asked["mail.queue"].size(), 1U);
    EXPECT_NE(asked["mail.queue"][0]["subject"].text().find("Atelier Lumière"), std::string::npos)
        << "a subject is one line";
    EXPECT_EQ(asked["mail.queue"][0]["document"]["kind"].text(), "sale");
}

} // namespace
} // namespace svc::sales::testing

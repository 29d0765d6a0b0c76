#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace svc::timesheets::testing {
namespace {

class Timesheets : public ::testing::Test {
protected:
    static constexpr const char* Partner = "par_01jd917ehm8vtfvkxjcsqjsvj8";
    static constexpr const char* Other = "par_01jd972jgn7scgtdkh3e258f7x";
    static constexpr const char* Sale = "sal_01jd9p4be1mfmxgscfzmzebnt7";

    Timesheets() : test(SVC_PLUGIN_FOLDER) {
        test.situation().actorKind = SVC_ACTOR_API_KEY;
        test.situation().facts.set("defaultHourlyRate", 6000);
        test.offer("partners.names", [](const Json& input) {
            Json partners = Json::array();
            for (const Json& id : input["ids"].items()) {
                if (id.text() == Partner || id.text() == Other) {
                    partners.push(Json::object({{"id", id}, {"name", "Hôtel des Quais"}}));
                }
            }
            return Json::object({{"partners", std::move(partners)}});
        });
        test.offer("sales.create", [this](const Json& input) {
            sold.push_back(input);
            return Json::object({{"id", Sale}, {"number", "INV-1"}, {"version", 1}});
        });
    }

    static Json entry(std::initializer_list<Json::Field> more = {}) {
        Json made = Json::object(
            {{"partnerId", Partner}, {"person", "Léa Simon"}, {"date", "2026-11-19"}, {"minutes", 90}});
        for (const Json::Field& field : more) {
            made.set(field.name, field.value);
        }
        return made;
    }
    Json put(const Json& body) {
        const auto answer = test.post("putTimeEntries", body);
        EXPECT_EQ(answer.status, 200) << answer.code << answer.fault;
        return answer.ok() ? answer.json() : Json::object();
    }
    Json one(const Json& body) { return put(body)["data"].at(0); }
    std::string refused(const Json& body) {
        const auto answer = test.post("putTimeEntries", body);
        EXPECT_NE(answer.status, 500) << answer.fault;
        return answer.code;
    }
    Json list(const std::map<std::string, std::string>& query = {}) {
        const auto answer = test.get("listTimeEntries", {}, query);
        EXPECT_EQ(answer.status, 200) << answer.code << answer.fault;
        return answer.json();
    }
    svc::testing::Answer bill(const Json& body) { return test.post("billTimeEntries", body); }

    svc::testing::PluginTest test;
    std::vector<Json> sold;
};

TEST_F(Timesheets, anEntryIsValuedAndTold) {
    const Json made = one(entry({{"externalId", "toggl-55120"}, {"hourlyRate", 80}}));
    EXPECT_EQ(made["amount"].integer(), 12000);
    EXPECT_EQ(made["hourlyRate"].integer(), 8000);
    EXPECT_FALSE(made["billed"].boolean());
    ASSERT_EQ(test.events().size(), 1U);
    EXPECT_EQ(test.events()[0].type, "time_entry.created");
    EXPECT_EQ(test.events()[0].data["amount"]["amount"].integer(), 12000);
    EXPECT_EQ(list()["data"].at(0), made);
}

TEST_F(Timesheets, theExternalIdUpdatesAndTellsNothing) {
    const Json first = one(entry({{"externalId", "a"}}));
    EXPECT_EQ(first["hourlyRate"].integer(), 6000) << "the rate of the company";
    const Json answer = put(entry({{"externalId", "a"}, {"minutes", 30}}));
    EXPECT_EQ(answer["created"].integer(), 0);
    EXPECT_EQ(answer["updated"].integer(), 1);
    EXPECT_EQ(answer["data"].at(0)["id"], first["id"]);
    EXPECT_EQ(answer["data"].at(0)["version"].integer(), 2);
    EXPECT_EQ(answer["data"].at(0)["amount"].integer(), 3000);
    EXPECT_EQ(test.events().size(), 1U);
    EXPECT_EQ(one(entry({{"id", first["id"]}, {"minutes", 60}}))["externalId"].text(), "a");
    EXPECT_EQ(list()["data"].size(), 1U);
    EXPECT_EQ(list()["data"].at(0)["minutes"].integer(), 60);
}

TEST_F(Timesheets, aLockedDayStaysAsItIs) {
    const Json locked = one(entry({{"externalId", "old"}, {"date", "2026-10-31"}}));
    const Json open = one(entry({{"externalId", "new"}, {"date", "2026-11-01"}}));
    test.situation().facts.set("lockDate", "2026-10-31");
    const std::string code = "date-locked:2026-10-31";
    EXPECT_EQ(refused(entry({{"date", "2026-10-31"}})), code);
    EXPECT_EQ(refused(entry({{"externalId", "old"}, {"date", "2026-11-02"}})), code) << "out of the period";
    EXPECT_EQ(refused(entry({{"externalId", "new"}, {"date", "2026-10-30"}})), code) << "into the period";
    EXPECT_EQ(test.remove("deleteTimeEntry", {{"id", locked["id"].text()}}).code, code);
    EXPECT_EQ(list()["data"], Json::array({open, locked}));
    EXPECT_EQ(one(entry({{"externalId", "new"}, {"date", "2026-11-02"}}))["date"].text(), "2026-11-02");
    EXPECT_EQ(test.remove("deleteTimeEntry", {{"id", open["id"].text()}}).status, 204);
}

TEST_F(Timesheets, aBatchIsAllOrNothing) {
    Json entries = Json::array();
    for (int i = 0; i < 500; ++i) {
        entries.push(entry({{"externalId", "e" + std::to_string(i)}}));
    }
    one(entry({{"externalId", "e7"}}));
    const Json answer = put(Json::object({{"entries", entries}}));
    EXPECT_EQ(answer["created"].integer(), 499);
    EXPECT_EQ(answer["updated"].integer(), 1);
    EXPECT_EQ(answer["data"].at(7)["externalId"].text(), "e7");
    Json tooMany = entries;
    tooMany.push(entry());
    EXPECT_EQ(refused(Json::object({{"entries", tooMany}})), "batch-too-large:500");
    const Json bad = Json::array({entry({{"externalId", "new"}}), entry({{"partnerId", "par_1"}})});
    EXPECT_EQ(refused(Json::object({{"entries", bad}})), "partner-not-found");
    EXPECT_EQ(list({{"externalId", "new"}})["data"].size(), 0U);
    const Json twice = Json::array({entry({{"externalId", "x"}}), entry({{"externalId", "x"}})});
    EXPECT_EQ(refused(Json::object({{"entries", twice}})), "field-invalid:entries[1].externalId");
}

TEST_F(Timesheets, timesGiveLengthAndDay) {
    const Json made = one(entry({{"date", nullptr},
                                 {"minutes", nullptr},
                                 {"startedAt", "2026-11-18T23:30:00Z"},
                                 {"endedAt", "2026-11-19T00:15:00Z"}}));
    EXPECT_EQ(made["minutes"].integer(), 45);
    EXPECT_EQ(refused(entry({{"date", nullptr}})), "field-required:date");
    EXPECT_EQ(refused(entry({{"minutes", nullptr}})), "field-required:minutes");
    EXPECT_EQ(refused(entry({{"minutes", nullptr}, {"endedAt", "2026-11-19T00:15:00Z"}})),
              "field-required:startedAt");
    EXPECT_EQ(refused(entry({{"startedAt", "2026-11-19T02:00:00Z"}, {"endedAt", "2026-11-19T01:00:00Z"}})),
              "field-invalid:endedAt");
    // As long as the longest length that can be given, and a minute longer.
    const auto lasting = [](const char* end) {
        return entry({{"minutes", nullptr}, {"startedAt", "2024-01-01T00:00:00Z"}, {"endedAt", end}});
    };
    EXPECT_EQ(one(lasting("2025-11-25T10:40:00Z"))["minutes"].integer(), 1'000'000);
    EXPECT_EQ(refused(lasting("2025-11-25T10:41:00Z")), "field-invalid:endedAt");
    EXPECT_EQ(refused(lasting("9999-12-31T00:00:00Z")), "field-invalid:endedAt");
    EXPECT_EQ(refused(entry({{"date", "2026-11-21"}})), "field-invalid:date");
    EXPECT_EQ(refused(entry({{"hourlyRate", Decimal::parse("0.0000001").value()}})),
              "field-invalid:hourlyRate");
    EXPECT_EQ(refused(entry({{"id", "tim_1"}})), "time-entry-not-found");
}

TEST_F(Timesheets, theListIsReadByCursorWhateverIsInserted) {
    for (int day = 1; day <= 5; ++day) {
        one(entry({{"date", "2026-11-0" + std::to_string(day)}}));
    }
    const Json first = list({{"limit", "2"}});
    EXPECT_EQ(first["data"].at(0)["date"].text(), "2026-11-05");
    EXPECT_TRUE(first["hasMore"].boolean());
    one(entry({{"date", "2026-11-10"}}));
    const Json second = list({{"limit", "2"}, {"cursor", first["nextCursor"].text()}});
    EXPECT_EQ(second["data"].at(0)["date"].text(), "2026-11-03");
    const Json third = list({{"limit", "2"}, {"cursor", second["nextCursor"].text()}});
    EXPECT_EQ(third["data"].size(), 1U);
    EXPECT_FALSE(third["hasMore"].boolean());
    const Json end = list({{"cursor", third["nextCursor"].text()}});
    EXPECT_EQ(end["data"].size(), 0U);
    EXPECT_EQ(end["nextCursor"], third["nextCursor"]);
    EXPECT_EQ(list({{"from", "2026-11-04"}, {"to", "2026-11-05"}})["data"].size(), 2U);
    EXPECT_EQ(list({{"partnerId", Other}})["data"].size(), 0U);
    EXPECT_EQ(list({{"partnerId", Other}})["nextCursor"].text(), "");
    EXPECT_EQ(test.get("listTimeEntries", {}, {{"cursor", "x"}}).code, "cursor-invalid");
}

TEST_F(Timesheets, theSummaryTellsWhatIsStillToBill) {
    one(entry({{"hourlyRate", 80}}));
    one(entry({{"billable", false}, {"minutes", 60}}));
    one(entry({{"partnerId", nullptr}, {"minutes", 30}}));
    const Json rows = test.get("summarizeTimeEntries").json();
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows.at(0)["minutes"].integer(), 150);
    EXPECT_EQ(rows.at(0)["hours"].decimal(), Decimal::parse("2.5").value());
    EXPECT_EQ(rows.at(0)["billableMinutes"].integer(), 90);
    EXPECT_EQ(rows.at(0)["unbilledAmount"].integer(), 12000);
    EXPECT_TRUE(rows.at(1)["partnerId"].isNull());
}

TEST_F(Timesheets, theSummaryOfAPeriodIsThatOfItsDays) {
    const std::vector<const char*> dates = {"2026-07-31", "2026-08-01", "2026-08-10", "2026-08-11",
                                            "2026-08-20", "2026-08-21", "2026-08-31", "2026-09-01",
                                            "2026-09-15", "2026-09-30"};
    // Minutes are powers of two, so that a sum shows which entries it includes.
    for (std::size_t i = 0; i < dates.size(); ++i) {
        one(entry({{"externalId", std::to_string(i)}, {"date", "2026-08-15"}, {"minutes", 1 << i}}));
        one(entry({{"externalId", std::to_string(i)}, {"date", dates[i]}, {"minutes", 1 << i}}));
    }
    const std::string gone = one(entry({{"date", "2026-08-25"}, {"minutes", 7}}))["id"].text();
    ASSERT_EQ(test.remove("deleteTimeEntry", {{"id", gone}}).status, 204);
    const Date first = *Date::parse("2026-07-30");
    const Date last = *Date::parse("2026-10-01");
    for (Date from = first; from <= last; from = from.addDays(3)) {
        for (Date to = from; to <= last; to = to.addDays(4)) {
            std::int64_t expected = 0;
            for (std::size_t i = 0; i < dates.size(); ++i) {
                const Date date = *Date::parse(dates[i]);
                expected += from <= date && date <= to ? 1 << i : 0;
            }
            const Json rows =
                test.get("summarizeTimeEntries", {}, {{"from", from.toString()}, {"to", to.toString()}})
                    .json();
            EXPECT_EQ(rows.empty() ? 0 : rows.at(0)["minutes"].integer(), expected)
                << from.toString() << ' ' << to.toString();
        }
    }
}

TEST_F(Timesheets, whatIsBilledStaysAsItIsUntilItsSaleIsGone) {
    const Json first = one(entry({{"externalId", "a"}, {"project", "Bar"}, {"hourlyRate", 80}}));
    const Json second = one(entry({{"project", "Bar"}, {"minutes", 30}, {"hourlyRate", 80}}));
    one(entry({{"billable", false}}));
    const auto answer = bill(Json::object({{"partnerId", Partner},
                                           {"from", "2026-11-01"},
                                           {"to", "2026-11-30"},
                                           {"groupBy", "project"},
                                           {"taxRate", 20},
                                           {"note", "November"}}));
    ASSERT_EQ(answer.status, 201) << answer.code << answer.fault;
    ASSERT_EQ(sold.size(), 1U);
    EXPECT_EQ(sold[0]["lines"].size(), 1U);
    EXPECT_EQ(sold[0]["lines"].at(0)["quantity"].integer(), 2);
    EXPECT_EQ(sold[0]["lines"].at(0)["unit"].text(), "HUR");
    EXPECT_EQ(sold[0]["lines"].at(0)["unitPrice"].integer(), 80);
    EXPECT_EQ(sold[0]["note"].text(), "November");
    const std::string id = first["id"].text();
    EXPECT_EQ(list({{"billed", "true"}})["data"].size(), 2U);
    EXPECT_EQ(list({{"billed", "true"}})["data"].at(0)["saleId"].text(), Sale);
    EXPECT_EQ(refused(entry({{"externalId", "a"}})), "time-entry-billed:" + id);
    EXPECT_EQ(test.remove("deleteTimeEntry", {{"id", id}}).code, "time-entry-billed:" + id);
    EXPECT_EQ(bill(Json::object({{"partnerId", Partner}})).code, "nothing-to-bill");
    EXPECT_EQ(bill(Json::object({{"entryIds", Json::array({second["id"], first["id"]})}})).code.substr(0, 17),
              "time-entry-billed");

    const auto told = [&](const char* type, bool full) {
        test.hook("release", Json::object({{"type", type},
                                           {"object", "sale"},
                                           {"objectId", Sale},
                                           {"data", Json::object({{"full", full}})}}));
    };
    told("invoice.refunded", false);
    EXPECT_EQ(list({{"billed", "true"}})["data"].size(), 2U) << "a part is refunded";
    told("invoice.refunded", true);
    EXPECT_EQ(list({{"billed", "true"}})["data"].size(), 0U);
    EXPECT_EQ(bill(Json::object({{"entryIds", Json::array({first["id"]})}})).status, 201);
    told("sale.cancelled", false);
    EXPECT_EQ(test.remove("deleteTimeEntry", {{"id", id}}).status, 204);
    EXPECT_EQ(test.remove("deleteTimeEntry", {{"id", id}}).code, "time-entry-not-found");
}

TEST_F(Timesheets, aBillKeepsToOnePartnerAndToWhatMayBeBilled) {
    const Json mine = one(entry());
    const Json others = one(entry({{"partnerId", Other}}));
    const Json free = one(entry({{"billable", false}}));
    const auto refusedBill = [&](const Json& body) { return bill(body).code; };
    EXPECT_EQ(refusedBill(Json::object({{"entryIds", Json::array({mine["id"], others["id"]})}})),
              "field-invalid:entryIds");
    EXPECT_EQ(refusedBill(Json::object({{"entryIds", Json::array({free["id"]})}})), "field-invalid:entryIds");
    EXPECT_EQ(refusedBill(Json::object({{"entryIds", Json::array({"tim_1"})}})), "time-entry-not-found");
    EXPECT_EQ(refusedBill(Json::object({{"partnerId", "par_1"}})), "partner-not-found");
    EXPECT_TRUE(sold.empty());
}

TEST_F(Timesheets, anEntryIsDescribedForOthers) {
    const Json made = one(entry({{"description", "Workshop"}}));
    EXPECT_EQ(test.command("document.time_entry", {{"id", made["id"]}})["label"].text(),
              "2026-11-19 Workshop");
    EXPECT_TRUE(test.command("document.time_entry", {{"id", "tim_1"}}).isNull());
}

} // namespace
} // namespace svc::timesheets::testing

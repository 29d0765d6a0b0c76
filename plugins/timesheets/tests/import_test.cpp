#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace svc::timesheets::testing {
namespace {

class ImportedEntries : public ::testing::Test {
protected:
    static constexpr const char* Partner = "par_01jd917ehm8vtfvkxjcsqjsvj8";

    ImportedEntries() : test(SVC_PLUGIN_FOLDER) {
        test.situation().facts.set("defaultHourlyRate", 6000);
        test.offer("partners.names", [](const Json& input) {
            Json partners = Json::array();
            for (const Json& id : input["ids"].items()) {
                if (id.text() == Partner) {
                    partners.push(Json::object({{"id", id}, {"name", "Hôtel des Quais"}}));
                }
            }
            return Json::object({{"partners", std::move(partners)}});
        });
    }

    /// An hour and a half.
    static Json entry(const std::string& id, const std::string& description, const Json& partner = nullptr) {
        return Json::object({{"externalId", id},
                             {"startedAt", "2026-11-19T08:00:00.000Z"},
                             {"endedAt", "2026-11-19T09:30:00.000Z"},
                             {"person", "Léa Simon"},
                             {"project", nullptr},
                             {"description", description},
                             {"partnerId", partner},
                             {"billable", true},
                             {"tags", Json::array({"site"})}});
    }
    std::string import(std::vector<Json> entries, std::vector<std::string> removed = {}) {
        Json list = Json::array();
        for (Json& one : entries) {
            list.push(std::move(one));
        }
        return test
            .command("timesheets.import_entries",
                     {{"source", "toggl"}, {"entries", std::move(list)}, {"removed", removed}})
            .dump();
    }
    Json listed() { return test.get("listTimeEntries").json()["data"]; }

    svc::testing::PluginTest test;
};

TEST_F(ImportedEntries, AreMadeChangedAndRemovedByTheirExternalIds) {
    EXPECT_EQ(import({entry("toggl:1", "Visit", Partner), entry("toggl:2", "Drawing")}),
              R"({"created":2,"updated":0,"removed":0})");
    ASSERT_EQ(test.events().size(), 2U);
    EXPECT_EQ(test.events()[0].type, "time_entry.created");
    EXPECT_EQ(import({entry("toggl:1", "Visit", Partner), entry("toggl:2", "Plan")}),
              R"({"created":0,"updated":1,"removed":0})");
    EXPECT_EQ(import({}, {"toggl:1", "toggl:9"}), R"({"created":0,"updated":0,"removed":1})");
    const Json left = listed();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0]["description"].text(), "Plan");
    EXPECT_EQ(left[0]["source"].text(), "toggl");
    EXPECT_EQ(left[0]["minutes"].integer(), 90);
    EXPECT_EQ(left[0]["amount"].integer(), 9000);
    EXPECT_EQ(left[0]["version"].integer(), 2);
    EXPECT_EQ(test.events().size(), 2U);
}

TEST_F(ImportedEntries, TheLastOfOneIdHolds) {
    EXPECT_EQ(import({entry("toggl:1", "Visit"), entry("toggl:1", "Drawing")}),
              R"({"created":1,"updated":0,"removed":0})");
    EXPECT_EQ(listed()[0]["description"].text(), "Drawing");
}

TEST_F(ImportedEntries, WhatAPersonHasDecidedStays) {
    import({entry("toggl:1", "Visit")});
    Json body = entry("toggl:1", "Visit", Partner);
    body.set("hourlyRate", 80);
    body.set("source", "toggl");
    ASSERT_EQ(test.post("putTimeEntries", body).status, 200);
    EXPECT_EQ(import({entry("toggl:1", "Visit and drawing")}), R"({"created":0,"updated":1,"removed":0})");
    EXPECT_EQ(listed()[0]["partnerId"].text(), Partner);
    EXPECT_EQ(listed()[0]["amount"].integer(), 12000);
    EXPECT_THROW(import({entry("toggl:1", "x", "par_01jd972jgn7scgtdkh3e258f7x")}), ApiError);
}

TEST_F(ImportedEntries, ALockedDayStaysAsItIs) {
    import({entry("toggl:1", "Visit")});
    test.situation().facts.set("lockDate", "2026-11-19");
    EXPECT_EQ(import({entry("toggl:1", "Other"), entry("toggl:2", "Drawing")}, {"toggl:1"}),
              R"({"created":0,"updated":0,"removed":0})");
    EXPECT_EQ(listed().size(), 1U);
    EXPECT_EQ(listed()[0]["description"].text(), "Visit");
}

TEST_F(ImportedEntries, WhatIsBilledStaysAsItIs) {
    import({entry("toggl:1", "Visit", Partner)});
    test.offer("sales.create", [](const Json&) {
        return Json::object({{"id", "sal_01jd9p4be1mfmxgscfzmzebnt7"}, {"number", "INV-1"}, {"version", 1}});
    });
    const auto sale = test.post("billTimeEntries", {{"partnerId", Partner}, {"groupBy", "entry"}});
    ASSERT_EQ(sale.status, 201) << sale.code << sale.fault;
    EXPECT_EQ(import({entry("toggl:1", "Other", Partner)}, {"toggl:1"}),
              R"({"created":0,"updated":0,"removed":0})");
    EXPECT_EQ(listed()[0]["description"].text(), "Visit");
}

} // namespace
} // namespace svc::timesheets::testing

#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace {

using svc::testing::Answer;
using svc::testing::PluginTest;

/// The number of all notes that match, and the titles of the page.
std::string found(PluginTest& test, const PluginTest::Values& query) {
    const Answer answer = test.get("listNotes", {}, query);
    const svc::Json notes = answer.json();
    std::string text = answer.header("X-Total-Count") + ':';
    for (const svc::Json& note : notes.items()) {
        text += ' ' + note["title"].text();
    }
    return text;
}

TEST(Notes, ANoteIsKeptAndTold) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    const Answer answer =
        test.post("createNote", {{"title", "Opening hours"}, {"text", "We open at eight."}});
    EXPECT_EQ(answer.status, 201) << answer.fault;
    EXPECT_EQ(answer.json()["title"].text(), "Opening hours");
    EXPECT_EQ(answer.json()["date"].text(), "2026-11-20");
    EXPECT_EQ(answer.json()["createdAt"].text(), "2026-11-20T09:00:00.000Z");
    ASSERT_EQ(test.events().size(), 1U);
    EXPECT_EQ(test.events()[0].type, "note.created");
    EXPECT_EQ(test.events()[0].objectId, answer.json()["id"].text());
}

TEST(Notes, TheSignatureOfTheSettingsIsAdded) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.settings(svc::Json::object({{"signature", "The shop"}}));
    const Answer answer =
        test.post("createNote", {{"title", "Opening hours"}, {"text", "We open at eight."}});
    EXPECT_EQ(answer.json()["text"].text(), "We open at eight.\nThe shop");
}

TEST(Notes, TheSameTitleIsRefusedAndNothingIsTold) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.post("createNote", {{"title", "Opening hours"}});
    const Answer answer = test.post("createNote", {{"title", "Opening hours"}});
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.code, "already-exists:title");
    EXPECT_EQ(test.events().size(), 1U);
}

TEST(Notes, TheListHasTheNewestFirstAndTheNumberOfAll) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.post("createNote", {{"title", "First"}});
    test.post("createNote", {{"title", "Second"}});
    const Answer answer = test.get("listNotes", {}, {{"limit", "1"}});
    EXPECT_EQ(answer.header("X-Total-Count"), "2");
    EXPECT_EQ(answer.header("X-Total-Count-Exact"), ""); // it is; above 10,000 it is "false"
    ASSERT_EQ(answer.json().size(), 1U);
    EXPECT_EQ(answer.json()[0]["title"].text(), "Second");
}

TEST(Notes, TheListIsFilteredByDayAndTopicAndCountedSo) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.post("createNote", {{"title", "Stocktaking"}, {"topic", "shop"}, {"date", "2026-10-31"}});
    test.post("createNote", {{"title", "Opening hours"}, {"topic", "shop"}, {"date", "2026-11-02"}});
    test.post("createNote", {{"title", "New tyres"}, {"topic", "van"}, {"date", "2026-11-03"}});
    test.post("createNote", {{"title", "Call the bank"}, {"date", "2026-11-04"}});
    EXPECT_EQ(found(test, {{"topic", "shop"}}), "2: Opening hours Stocktaking");
    EXPECT_EQ(found(test, {{"from", "2026-11-01"}, {"topic", "shop,van"}}), "2: New tyres Opening hours");
    EXPECT_EQ(found(test, {{"to", "2026-11-02"}, {"limit", "1"}}), "2: Opening hours");
    EXPECT_EQ(found(test, {{"topic", "shop"}, {"q", "stock"}}), "1: Stocktaking");
    EXPECT_EQ(found(test, {{"topic", "holiday"}}), "0:");
}

TEST(Notes, TheListIsSearchedByWordsOfTitleAndText) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.post("createNote", {{"title", "Opening hours"}, {"text", "We open at eight."}});
    test.post("createNote", {{"title", "Delivery"}, {"text", "At the back door."}});
    const Answer answer = test.get("listNotes", {}, {{"q", "eight"}});
    EXPECT_EQ(answer.header("X-Total-Count"), "1");
    ASSERT_EQ(answer.json().size(), 1U);
    EXPECT_EQ(answer.json()[0]["title"].text(), "Opening hours");
}

TEST(Notes, TheCommandCountsTheNotesOfOneCompany) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    test.post("createNote", {{"title", "Opening hours"}});
    EXPECT_EQ(test.command("notes.count")["count"].integer(), 1);
    test.situation().company = *svc::Uuid::parse("01890a5d-ac96-774b-bcce-000000000002");
    EXPECT_EQ(test.command("notes.count")["count"].integer(), 0);
}

} // namespace

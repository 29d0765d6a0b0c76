#include <gtest/gtest.h>

#include <svc/testing/plugin_test.hpp>

namespace {

using svc::testing::Answer;
using svc::testing::PluginTest;

TEST(Notes, ANoteIsKeptAndTold) {
    PluginTest test(SVC_PLUGIN_FOLDER);
    const Answer answer =
        test.post("createNote", {{"title", "Opening hours"}, {"text", "We open at eight."}});
    EXPECT_EQ(answer.status, 201) << answer.fault;
    EXPECT_EQ(answer.json()["title"].text(), "Opening hours");
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
    ASSERT_EQ(answer.json().size(), 1U);
    EXPECT_EQ(answer.json()[0]["title"].text(), "Second");
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

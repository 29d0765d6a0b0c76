// Loads plugins built by other compilers and with other standard libraries, and calls them through the C
// tables.
#include <svc/testing/fake_host.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <sstream>
#include <thread>

namespace {

using svc::Json;
using svc::testing::Answer;
using svc::testing::FakeHost;
using svc::testing::PluginLibrary;
using svc::testing::Result;

std::vector<std::string> variants() {
    std::vector<std::string> names;
    std::istringstream list(SVC_ABI_VARIANTS);
    for (std::string name; std::getline(list, name, ',');) {
        names.push_back(name);
    }
    return names;
}

class Abi : public testing::TestWithParam<std::string> {
protected:
    PluginLibrary open(const std::string& plugin) const {
        return PluginLibrary::open(std::string(SVC_ABI_FOLDER) + '/' + GetParam() + "/plugins/" + plugin +
                                   "/lib" + plugin + ".so");
    }
    void startEcho() { ASSERT_TRUE(host_.start(open("echo"))) << host_.refusal(); }

    FakeHost host_;
};

std::string text(svc_bytes bytes) {
    return {bytes.data, bytes.size};
}

void callNotes(FakeHost& host) {
    const std::string id = "01932000-0000-7000-8000-000000000001";
    host.willAnswer({{id, "Opening hours", std::nullopt, "2026-11-20 09:00:00+00"}});
    const Answer made = host.route("createNote", {Json::object({{"title", "Opening hours"}}), {}, {}, {}});
    EXPECT_EQ(made.status, 201) << made.fault;
    EXPECT_EQ(made.header("Content-Type"), "application/json");
    EXPECT_EQ(made.json()["title"].text(), "Opening hours");
    EXPECT_TRUE(made.json()["text"].isNull());
    ASSERT_EQ(host.events().size(), 1U);
    EXPECT_EQ(host.events()[0].type, "note.created");
    EXPECT_EQ(host.events()[0].data["actor"]["kind"].text(), "user");

    host.willAnswer({{"7"}});
    EXPECT_EQ(host.command("notes.count")["count"].integer(), 7);
}

TEST_P(Abi, TheManifestTellsWhatThePluginIs) {
    const svc_manifest& manifest = open("notes").manifest();
    EXPECT_EQ(manifest.struct_size, sizeof(svc_manifest));
    EXPECT_EQ(manifest.min_minor, 0U);
    EXPECT_EQ(manifest.built_minor, static_cast<std::uint32_t>(SVC_ABI_MINOR));
    EXPECT_EQ(text(manifest.id), "notes");
    EXPECT_EQ(text(manifest.version), "1.0.0");
    EXPECT_EQ(text(manifest.toolchain).substr(0, 3), GetParam().substr(0, 3) == "gcc" ? "g++" : "cla");
}

TEST_P(Abi, TheTemplateAnswersEmitsAndOffersItsCommand) {
    ASSERT_TRUE(host_.start(open("notes"))) << host_.refusal();
    EXPECT_EQ(host_.registered(SVC_REGISTER_ROUTE), (std::set<std::string>{"createNote", "listNotes"}));
    EXPECT_EQ(host_.registered(SVC_REGISTER_COMMAND), (std::set<std::string>{"notes.count"}));
    callNotes(host_);
}

TEST_P(Abi, ATemplateOfThisSdkRunsInANewerHost) {
    FakeHost newer(SVC_ABI_MINOR + 1);
    ASSERT_TRUE(newer.start(open("notes"))) << newer.refusal();
    callNotes(newer);
}

TEST_P(Abi, ABrokenRuleOfTheRequestIsRefusedInThePlugin) {
    ASSERT_TRUE(host_.start(open("notes")));
    const Answer answer = host_.route("listNotes", {Json::object(), {}, {{"limit", "many"}}, {}});
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.code, "field-invalid:limit");
}

TEST_P(Abi, AConstraintOfTheDatabaseArrivesAsTheRefusalOfTheCall) {
    ASSERT_TRUE(host_.start(open("notes")));
    host_.constraint("note_title_key", "already-exists:title");
    host_.onStatement([](const auto&) -> std::optional<Result> {
        throw svc::testing::DatabaseError("duplicate key", "note_title_key");
    });
    const Answer answer = host_.route("createNote", {Json::object({{"title", "x"}}), {}, {}, {}});
    EXPECT_EQ(answer.status, 400);
    EXPECT_EQ(answer.code, "already-exists:title");
    EXPECT_TRUE(host_.events().empty());
}

TEST(AbiOfC, APluginInCAnswersLikeAnyOther) {
    FakeHost host;
    const std::string library = std::string(SVC_ABI_FOLDER) + "/c/plugins/hello/libhello.so";
    ASSERT_TRUE(host.start(PluginLibrary::open(library))) << host.refusal();
    const Answer answer = host.route("sayHello");
    EXPECT_EQ(answer.status, 200) << answer.fault;
    EXPECT_EQ(answer.header("Content-Type"), "application/json");
    EXPECT_EQ(answer.body, R"({"hello":"world"})");
}

TEST_P(Abi, TextsAndNumbersCrossUnchanged) {
    startEcho();
    const std::string words = R"({"a":19.990,"b":"é€😀\u0001","c":[null,true,12345678901234567890],"d":""})";
    const Answer answer = host_.route("echo", {Json::parse(words), {}, {{"word", "naïve"}}, {}});
    EXPECT_EQ(answer.body, Json::parse(words).dump());
    EXPECT_EQ(answer.header("X-Word"), "naïve");
    const std::string large(1 << 20, 'x');
    EXPECT_EQ(host_.route("echo", {Json::array({large}), {}, {}, {}}).json()[0].text(), large);
}

TEST_P(Abi, ARefusalArrivesWithStatusAndCode) {
    startEcho();
    const Answer answer = host_.route("refuse", {Json::object(), {{"what", "ech_1"}}, {}, {}});
    EXPECT_EQ(answer.status, 409);
    EXPECT_EQ(answer.code, "echo-refused:ech_1");
}

TEST_P(Abi, AnExceptionArrivesAsFaultWithItsText) {
    startEcho();
    const Answer answer = host_.route("breakDown");
    EXPECT_EQ(answer.status, 500);
    EXPECT_EQ(answer.code, "internal-error");
    EXPECT_EQ(answer.fault, "echo broke down");
}

TEST_P(Abi, WhatIsThrownWithoutBeingAnExceptionArrivesAsFault) {
    startEcho();
    EXPECT_EQ(host_.route("throwInt").fault, "the plugin threw something that is not an exception");
}

TEST_P(Abi, ACommandOfAnotherPluginAnswersOrRefuses) {
    host_.offer("other.run", [](const Json& input) {
        if (input["bad"] == Json(true)) {
            throw svc::ApiError(400, "other-refused", {"1"});
        }
        return Json::object({{"got", input}});
    });
    startEcho();
    EXPECT_EQ(host_.route("relay", {Json::object({{"n", 1}}), {}, {}, {}}).json()["got"]["n"].integer(), 1);
    const Answer refused = host_.route("relay", {Json::object({{"bad", true}}), {}, {}, {}});
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.code, "other-refused:1");
    ASSERT_EQ(host_.log().size(), 1U);
    EXPECT_EQ(host_.log()[0].message, "other.run refused: other-refused:1");
}

TEST_P(Abi, CommandsHooksSubscribersAndJobsRun) {
    startEcho();
    EXPECT_EQ(host_.command("echo.twice", Json(3)), Json::array({3, 3}));
    host_.hook("veto", Json::object({{"type", "echo.made"}}));
    EXPECT_THROW(host_.hook("veto", Json::object({{"type", "echo.forbidden"}})), svc::ApiError);
    host_.subscriber("listen", Json::object({{"type", "echo.made"}}));
    EXPECT_EQ(host_.log().back().message, "heard echo.made");
    host_.job("later", Json::object({{"n", 1}}));
    EXPECT_EQ(host_.events().back().data["n"].integer(), 1);
}

TEST_P(Abi, EveryFunctionOfTheTablesAnswers) {
    host_.businessUnit(Json::object({{"id", "bus_1"}}));
    startEcho();
    const Answer answer = host_.route("everything");
    ASSERT_EQ(answer.status, 200) << answer.fault;
    EXPECT_EQ(answer.body, R"({"number":"ECH-000001","position":"17","today":"2026-11-20",)"
                           R"("start":"2026-11-20T00:00:00.000Z","currency":"EUR","unit":{"id":"bus_1"},)"
                           R"("offers":false,"dryRun":false})");
    ASSERT_EQ(host_.statements().size(), 3U);
    const auto statements = host_.statements();
    EXPECT_EQ(statements[0].parameters, (Result::Cells{"1.25", std::nullopt, ""}));
    EXPECT_EQ(statements[1].orderKey, "a");
    EXPECT_EQ(statements[2].orderKey, "b");
    EXPECT_EQ(host_.history().at(0).action, "created");
    EXPECT_EQ(host_.jobs().at(0).name, "later");
    host_.situation.dryRun = true;
    EXPECT_EQ(host_.route("everything").json()["number"].text(), "DRAFT");
    EXPECT_EQ(host_.notes()["postings"].size(), 1U);
    EXPECT_EQ(host_.jobs().size(), 1U);
}

TEST_P(Abi, AnExceptionInTheStartRefusesWithItsText) {
    host_.settings(Json::object({{"refuse", true}}));
    EXPECT_FALSE(host_.start(open("echo")));
    EXPECT_EQ(host_.refusal(), "the settings tell echo to refuse");
}

TEST_P(Abi, FourThreadsGetNoWrongAnswer) {
    host_.offer("other.run", [](const Json& input) { return input; });
    host_.onStatement([](const auto&) { return std::optional(Result({{"1"}, {"2"}, {"39"}})); });
    startEcho();
    constexpr int Rounds = 500;
    std::atomic<int> wrong = 0;
    const auto work = [&](int seed) {
        for (int round = 0; round < Rounds; ++round) {
            const std::string word = std::to_string(seed) + '-' + std::to_string(round);
            const Json body = Json::object({{"word", word}});
            wrong += host_.route("echo", {body, {}, {}, {}}).json() == body ? 0 : 1;
            wrong += host_.route("relay", {body, {}, {}, {}}).json() == body ? 0 : 1;
            wrong += host_.route("refuse", {body, {{"what", word}}, {}, {}}).code == "echo-refused:" + word
                         ? 0
                         : 1;
            wrong += host_.route("breakDown").fault == "echo broke down" ? 0 : 1;
            wrong += host_.route("sum").json()["total"].integer() == 42 ? 0 : 1;
        }
    };
    std::vector<std::thread> threads;
    for (int seed = 0; seed < 4; ++seed) {
        threads.emplace_back(work, seed);
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(wrong, 0);
}

TEST_P(Abi, StopReturns) {
    startEcho();
    host_.stop();
}

INSTANTIATE_TEST_SUITE_P(Built, Abi, testing::ValuesIn(variants()),
                         [](const auto& variant) { return variant.param; });

#ifdef __x86_64__
// The compiled template of every released SDK must load in all later versions of the same major version.
TEST(AbiBaseline, TheTemplateOfEveryReleasedSdkStillRuns) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(SVC_ABI_BASELINES)) {
        const auto library = entry.path() / "libnotes-x86_64.so";
        if (std::filesystem::exists(library)) {
            FakeHost host;
            ASSERT_TRUE(host.start(PluginLibrary::open(library.string()))) << host.refusal();
            callNotes(host);
            ++count;
        }
    }
    EXPECT_GE(count, 1U) << "no compiled template below " SVC_ABI_BASELINES;
}
#endif

} // namespace

// Experimental tables reach only plugins whose plugin.yaml names them. The plugin of these tests is a part of
// the test program.
#include "loader_fixture.hpp"

#include "host/abi/experiments.hpp"
#include "host/log/log.hpp"
#include "host/plugin/inside.hpp"

namespace svc::host::plugin {
namespace {

using testing::Contains;
using testing::HasSubstr;

struct svc_x_dice {
    svc_x_table head;
    int32_t (*roll)(void);
};

constexpr svc_x_dice Dice{{sizeof(svc_x_dice), 7}, [] { return 4; }};

const svc_x_dice* given = nullptr;
int32_t told = -1;

const svc_manifest* manifestOfGame() {
    static const svc_manifest manifest{sizeof(svc_manifest), SVC_ABI_MAGIC,    SVC_ABI_MAJOR, 0, 0, 0,
                                       bytesOf("game"),      bytesOf("1.0.0"), bytesOf("g++")};
    return &manifest;
}

int32_t startGame(const svc_host* host, svc_plugin* self) {
    told = host->registry->add(self, SVC_X_TABLE, bytesOf("x.dice"), nullptr, &given);
    const svc_handler nothing = [](svc_call*, void*) -> int32_t { return SVC_OK; };
    host->registry->add(self, SVC_REGISTER_ROUTE, bytesOf("readSample"), nothing, nullptr);
    return host->registry->add(self, SVC_REGISTER_COMMAND, bytesOf("game.run"), nothing, nullptr);
}

class ExperimentalTables : public Loader {
protected:
    ExperimentalTables() {
        addInside("game", {manifestOfGame, startGame, [] {}});
        log::setSink([this](std::string_view line) { lines_.emplace_back(line); });
    }
    ~ExperimentalTables() override { log::setSink({}); }

    std::vector<std::string> lines_;
};

TEST_F(ExperimentalTables, APluginThatNamesOneIsGivenItAndTheLogTellsSo) {
    abi::offerExperiment("x.dice", Dice.head);
    plugin("game", "", "experimental: [ x.dice ]\n");
    load("    game: {}\n");
    EXPECT_EQ(running(), (std::vector<std::string>{"game"})) << reason("game");
    ASSERT_EQ(told, SVC_OK);
    EXPECT_EQ(given->head.revision, 7U);
    EXPECT_EQ(given->roll(), 4);
    EXPECT_THAT(lines_, Contains(HasSubstr("plugin game uses the experimental table x.dice")));
}

TEST_F(ExperimentalTables, APluginThatDoesNotNameItIsRefused) {
    abi::offerExperiment("x.dice", Dice.head);
    plugin("game", "", "experimental: [ x.cards ]\n");
    load("    game: {}\n");
    EXPECT_EQ(told, SVC_FAILED);
    EXPECT_EQ(given, nullptr);
    EXPECT_TRUE(running().empty());
    EXPECT_EQ(reason("game"), "plugin game refused: it asks for the experimental table x.dice, which its "
                              "plugin.yaml does not name under experimental");
}

TEST_F(ExperimentalTables, OneThatTheHostDoesNotHaveIsAbsent) {
    plugin("game", "", "experimental: [ x.dice ]\n");
    load("    game: {}\n");
    EXPECT_EQ(told, SVC_ABSENT);
    EXPECT_EQ(given, nullptr);
    EXPECT_EQ(running(), (std::vector<std::string>{"game"})) << reason("game");
}

TEST_F(ExperimentalTables, ANameOutsideOfTheBandIsAMistake) {
    plugin("game", "", "experimental: [ database ]\n");
    EXPECT_THAT(failure("    game: {}\n"),
                HasSubstr(R"(experimental: found "database", expected a name in the band of experiments)"));
}

} // namespace
} // namespace svc::host::plugin

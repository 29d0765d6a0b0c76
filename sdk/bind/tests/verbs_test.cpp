// Verbs of families of commands: the handlers of their providers, and the callers of the plugin that declares
// them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "made.hpp"

namespace svc::bindgen {
namespace {

using testing::HasSubstr;

/// The mistakes in a plugin that provides these commands, each on a line from 5 on.
std::string mistakesOfProvided(const std::string& commands) {
    return mistakesOf(Identity + "commands:\n  provides:\n" + commands);
}

TEST(Verbs, AVerbDescribesTheCommandsOfItsFamily) {
    const std::string made = madeOf(Identity + "commands:\n  provides:\n    - { name: office.shop.send }\n"
                                               "    - { name: office.shop.read }\n"
                                               "    - { name: office_files.fr }\n",
                                    "paths: {}\n");
    EXPECT_THAT(made, HasSubstr("commands::SendOutput send(Call& call, const commands::SendInput& input);"));
    EXPECT_THAT(made, HasSubstr("std::optional<calls::other::Thing> thing{};\n    Json settings{};"));
    EXPECT_THAT(made, HasSubstr("Json read(Call& call, const Json& input);"));
    EXPECT_THAT(made, HasSubstr("OfficeFilesOutput officeFiles(Call& call);"));
    EXPECT_THAT(made, HasSubstr("std::optional<calls::other::OfficePaper> paper{};")) << "shared by x-type";
    EXPECT_THAT(made, HasSubstr("registry.direct(SVC_REGISTER_COMMAND, \"office.shop.send\""));
}

TEST(Verbs, OwnSchemasComeBeforeThoseOfAVerb) {
    const std::string made =
        madeOf(Identity + "commands:\n  provides:\n"
                          "    - { name: office.shop.send, input: { type: object, properties: { a: { type: "
                          "string } } } }\n"
                          "    - { name: office.shop.extra, output: { x-raw: true } }\n",
               "paths: {}\n");
    EXPECT_THAT(made, HasSubstr("struct SendInput {\n    std::optional<std::string> a{};\n};"));
    EXPECT_THAT(made, HasSubstr("void send(Call& call, const commands::SendInput& input);"));
    EXPECT_THAT(made, HasSubstr("Json extra(Call& call);"));
}

TEST(Verbs, ACommandOfAFamilyThatNoVerbCoversIsTold) {
    EXPECT_THAT(mistakesOfProvided("    - { name: office.shop.sned }\n"),
                testing::AllOf(
                    HasSubstr("plugin.yaml:5: commands.provides.name: found \"office.shop.sned\", expected a "
                              "command that a verb of its family covers (commands.verbs of a plugin.yaml "
                              "below "),
                    HasSubstr("sdk/bind/tests/contracts), or input and output of its own")));
    EXPECT_EQ(mistakesOfProvided("    - { name: otherwise.shop.sned }\n"), "") << "a family without verbs";
}

TEST(Verbs, TwoCommandsOfOneFunctionAreTold) {
    EXPECT_EQ(mistakesOfProvided("    - { name: shop.send }\n    - { name: office.shop.send }\n"),
              "plugin.yaml:6: commands.provides.name: found \"office.shop.send\", expected a command whose "
              "function is not called send, as that of shop.send\n");
}

TEST(Verbs, AMisspelledVerbIsTold) {
    EXPECT_EQ(mistakesOf(Identity +
                         "commands:\n  verbs:\n    - { name: office.send }\n    - { name: office.*., "
                         "outside: true }\n    - { name: office.*.send }\n    - { name: office.* "
                         "}\n  uses: [{ name: \"office.*\" }]\n"),
              "plugin.yaml:5: commands.verbs.name: found \"office.send\", expected <family>.*.<verb>, or "
              "<family>.* for a family with one verb\n"
              "plugin.yaml:6: commands.verbs.outside: found an unknown key, expected name, description, "
              "unreadable, input, output\n"
              "plugin.yaml:6: commands.verbs.name: found \"office.*.\", expected <family>.*.<verb>, or "
              "<family>.* for a family with one verb\n");
}

/// A plugin that declares these verbs, each on a line from 5 on, and uses commands like these.
std::string callerOf(const std::string& verbs, const std::string& uses) {
    return Identity + "commands:\n  verbs:\n" + verbs + "  uses: [" + uses + "]\n";
}

TEST(Verbs, AVerbIsACallerForThePluginThatDeclaresIt) {
    const std::string send =
        "    - { name: shop.*.send, unreadable: \"a:b\", input: { type: object, properties: { a: { type: "
        "string } } }, output: { x-raw: providers, type: object, properties: { b: { "
        "type: string } } } }\n";
    const std::string made = madeOf(callerOf(send, "{ name: \"shop.*\", optional: true }"), "paths: {}\n");
    EXPECT_THAT(made, HasSubstr("verbs::SendOutput send(Call& call, std::string_view provider, const "
                                "verbs::SendInput& input);"));
    EXPECT_THAT(made, HasSubstr("return bind::readable<verbs::SendOutput>(call, bind::verbName(\"shop.\", "
                                "provider, \".send\"), input, \"a:b\");"));
    EXPECT_THAT(made, HasSubstr("bool offersSend(const Call& call, std::string_view provider);"));
    EXPECT_THAT(made, testing::Not(HasSubstr("providersOfSend"))) << "it may not ask for names of commands";
    EXPECT_THAT(madeOf(callerOf(send, "{ name: \"shop.*\" }, { name: host.commands }"), "paths: {}\n"),
                HasSubstr("std::vector<std::string> providersOfSend(Call& call);"));
}

TEST(Verbs, TheTypesOfAVerbAreThoseOfTheCommandsOfItsPlugin) {
    const std::string paper = "{ type: object, x-type: Paper, properties: { a: { type: string } } }";
    const std::string made =
        madeOf(callerOf("    - { name: desk.*.send, output: " + paper + " }\n", "{ name: \"desk.*\" }") +
                   "  provides: [{ name: shop.take, input: " + paper + " }]\n",
               "paths: {}\n");
    EXPECT_THAT(made, HasSubstr("commands::Paper send(Call& call, std::string_view provider);"));
}

TEST(Verbs, AProviderMayWriteTheJsonOfAnOutputItself) {
    EXPECT_THAT(madeOf(Identity + "commands:\n  provides: [{ name: office.shop.show }]\n", "paths: {}\n"),
                HasSubstr("Json show(Call& call);"));
}

/// A verb with what is different for its callers and its providers; that of the plugin other is the same.
const std::string Weigh =
    "    - { name: desk.*.weigh, input: { x-stored: callers, type: object, properties: { note: { type: "
    "[string, 'null'] } } }, output: { type: object, required: [grams, sheets, stamp], properties: { grams: { "
    "type: integer, default: 0 }, sheets: { type: array, default: [], items: { type: string } }, stamp: { "
    "x-raw: callers, type: object, properties: { place: { type: string } } } } } }\n";

TEST(Verbs, ACallerReadsWhatIsMissingAsItsDefault) {
    const std::string made = madeOf(callerOf(Weigh, "{ name: \"desk.*\" }"), "paths: {}\n");
    EXPECT_THAT(made, HasSubstr("struct WeighOutput {\n    std::int64_t grams = 0;\n"
                                "    std::vector<std::string> sheets = {};\n    Json stamp{};\n};"));
    EXPECT_THAT(made, HasSubstr("bind::optional(json, place, \"grams\", to.grams);"));
    EXPECT_THAT(made, HasSubstr("bind::optional(json, place, \"sheets\", to.sheets);"));
}

TEST(Verbs, ACallerMayKeepItsInput) {
    const std::string made = madeOf(callerOf(Weigh, "{ name: \"desk.*\" }"), "paths: {}\n");
    EXPECT_THAT(made, HasSubstr("struct WeighInput {\n    Field<std::string> note{};\n};\n"
                                "void read(const Json& json, const bind::Place& place, WeighInput& to);\n"
                                "void writeTo(JsonWriter& out, const WeighInput& from);"));
}

TEST(Verbs, WhatIsDifferentForCallersIsNothingToProviders) {
    const std::string made =
        madeOf(Identity + "commands:\n  provides: [{ name: office.shop.weigh }]\n", "paths: {}\n");
    EXPECT_THAT(made, HasSubstr("struct WeighInput {\n    std::optional<std::string> note{};\n};\n"
                                "void read("));
    EXPECT_THAT(made, HasSubstr("struct WeighOutput {\n    std::int64_t grams{};\n"
                                "    std::vector<std::string> sheets{};\n"
                                "    commands::WeighOutputStamp stamp{};\n};"));
    EXPECT_THAT(made, HasSubstr("out.member(\"grams\", from.grams);"));
}

TEST(Verbs, ASideThatIsNoneIsTold) {
    EXPECT_EQ(mistakesOf(callerOf("    - { name: desk.*.send, input: { x-stored: caller, type: object, "
                                  "properties: { a: { x-raw: caller, type: string } } } }\n",
                                  "{ name: \"desk.*\" }")),
              "plugin.yaml:5: x-raw: found \"caller\", expected true, callers or providers\n"
              "plugin.yaml:5: x-stored: found \"caller\", expected true or callers\n");
}

TEST(Verbs, AVerbThatThePluginMayNotRunIsTold) {
    EXPECT_EQ(
        mistakesOf(callerOf("    - { name: desk.*.send }\n", "{ name: \"office.*\" }, { name: other.find }")),
        "plugin.yaml:5: commands.verbs.name: found \"desk.*.send\", expected the family under "
        "commands.uses, { name: \"desk.*\", optional: true }\n");
}

TEST(Verbs, TwoVerbsOfOneFunctionAreTold) {
    EXPECT_EQ(mistakesOf(callerOf("    - { name: desk.*.send }\n    - { name: till.*.send }\n",
                                  "{ name: \"desk.*\" }, { name: \"till.*\" }")),
              "plugin.yaml:6: commands.verbs.name: found \"till.*.send\", expected a verb whose function is "
              "not called send, as that of desk.*.send\n");
}

} // namespace
} // namespace svc::bindgen

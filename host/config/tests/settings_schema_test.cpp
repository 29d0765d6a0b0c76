#include "host/config/settings_schema.hpp"

#include <gtest/gtest.h>

namespace svc::host::config {
namespace {

std::string check(std::string_view yaml, std::string_view schema) {
    const YamlDocument document = YamlDocument::parse(yaml, "svc.yaml");
    return describe(
        checkAgainstSchema(document.root(), Json::parse(schema), "svc.yaml", "plugins.enabled.x"));
}

TEST(SettingsSchema, AcceptsWhatFits) {
    EXPECT_EQ(
        check("mode: fast\nlimit: 10\nhosts: [a, b]\n", R"({"type":"object","additionalProperties":false,
        "required":["mode"],"properties":{"mode":{"enum":["fast","slow"]},"limit":{"type":"integer","minimum":1},
        "hosts":{"type":"array","uniqueItems":true,"items":{"type":"string","minLength":1}}}})"),
        "");
}

TEST(SettingsSchema, NamesTheLineAndKeyOfEachMistake) {
    EXPECT_EQ(
        check("mode: middling\nlimit: 0\nmore: 1\nhosts:\n  - a\n  - 7\n", R"({"type":"object",
        "additionalProperties":false,"required":["mode","name"],"properties":{"mode":{"enum":["fast","slow"]},
        "limit":{"type":"integer","minimum":1},"name":{"type":"string"},"hosts":{"type":"array","items":{"type":"string"}}}})"),
        "svc.yaml:1: plugins.enabled.x.mode: found \"middling\", expected fast or slow\n"
        "svc.yaml:2: plugins.enabled.x.limit: found 0, expected a number not below 1\n"
        "svc.yaml:3: plugins.enabled.x.more: found an unknown key (did you mean \"mode\"?), expected mode, limit, name or hosts\n"
        "svc.yaml:6: plugins.enabled.x.hosts[1]: found 7, expected a text\n"
        "svc.yaml:1: plugins.enabled.x.name: found nothing, expected a value: it is required\n");
}

TEST(SettingsSchema, ComparesNumbersExactly) {
    const std::string_view schema = R"({"type":"number","exclusiveMaximum":0.3})";
    EXPECT_EQ(check("0.29999999999999999999999", schema), "");
    EXPECT_EQ(check("0.30", schema),
              "svc.yaml:1: plugins.enabled.x: found 0.30, expected a number below 0.3\n");
    EXPECT_EQ(check("5.0", R"({"type":"integer"})"), "");
    EXPECT_EQ(check("5.5", R"({"type":["integer","null"]})"),
              "svc.yaml:1: plugins.enabled.x: found 5.5, expected an integer or nothing\n");
}

TEST(SettingsSchema, ChecksTheFormOfTexts) {
    EXPECT_EQ(check("éé", R"({"type":"string","maxLength":2})"), "");
    EXPECT_NE(check("ééé", R"({"type":"string","maxLength":2})"), "");
    EXPECT_NE(check("abc", R"({"type":"string","pattern":"^[0-9]+$"})"), "");
    EXPECT_EQ(check("2024-02-29", R"({"format":"date"})"), "");
    EXPECT_NE(check("2023-02-29", R"({"format":"date"})"), "");
    EXPECT_EQ(check("https://api.example.com/v1", R"({"format":"uri"})"), "");
    EXPECT_NE(check("EUX", R"({"format":"currency"})"), "");
    EXPECT_NE(check("a@b@c", R"({"format":"email"})"), "");
}

std::vector<std::string> mistakesIn(const std::string& schema) {
    const YamlDocument document = YamlDocument::parse(schema, "plugin.yaml");
    std::vector<std::string> texts;
    for (const Mistake& mistake : mistakesOfSchema(document.root(), "plugin.yaml", "settings")) {
        texts.push_back(mistake.key + ": " + mistake.found);
    }
    return texts;
}

TEST(SettingsSchema, TellsWhatItDoesNotUnderstand) {
    EXPECT_TRUE(
        mistakesIn("{ type: object, x-secret: true, properties: { type: { type: string } } }").empty());
    EXPECT_EQ(mistakesIn("{ oneOf: [], properties: { a: { format: ipv9 }, b: { items: { if: {} } } } }"),
              (std::vector<std::string>{"settings.oneOf: a list", "settings.properties.a.format: \"ipv9\"",
                                        "settings.properties.b.items.if: a mapping"}));
}

TEST(SettingsSchema, TellsOfValuesThatItCannotJudgeBy) {
    EXPECT_EQ(mistakesIn("{ properties: { a: { type: strin }, b: { type: string, default: 5 },"
                         " c: { pattern: \"[\" }, d: { minLength: -1 }, e: { maximum: many } } }"),
              (std::vector<std::string>{
                  "settings.properties.a.type: \"strin\"", "settings.properties.b.default: 5",
                  "settings.properties.c.pattern: \"[\"", "settings.properties.d.minLength: -1",
                  "settings.properties.e.maximum: \"many\""}));
    EXPECT_TRUE(mistakesIn("{ properties: { a: { type: [string, \"null\"], default: null },"
                           " b: { type: integer, minimum: 1, default: 3 } } }")
                    .empty());
}

TEST(SettingsSchema, FillsDefaultsAtAllLevels) {
    const Json schema = Json::parse(
        R"({"properties":{"a":{"default":1},"b":{"default":{},"properties":{"c":{"default":"x"}}}}})");
    EXPECT_EQ(withDefaults(Json::parse("{}"), schema).dump(), R"({"a":1,"b":{"c":"x"}})");
    EXPECT_EQ(withDefaults(Json::parse(R"({"a":null,"b":{"c":"y"}})"), schema).dump(),
              R"({"a":null,"b":{"c":"y"}})");
}

} // namespace
} // namespace svc::host::config

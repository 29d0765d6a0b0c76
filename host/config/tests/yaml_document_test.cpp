#include "host/config/yaml_document.hpp"

#include <gtest/gtest.h>

namespace svc::host::config {
namespace {

YamlDocument documentOf(std::string_view text) {
    return YamlDocument::parse(text, "x.yaml");
}

std::string documentMistakes(std::string_view text) {
    try {
        documentOf(text);
    } catch (const ConfigError& error) {
        return error.what();
    }
    return "none";
}

TEST(YamlDocument, ResolvesPlainScalarsByTheCoreSchema) {
    const YamlDocument document =
        documentOf("[null, ~, true, False, no, NO, on, 12, -3, 1.50, 1e2, .5, 0x1f, 0o17, 007, .inf]");
    EXPECT_EQ(document.root().toJson().dump(),
              R"([null,null,true,false,"no","NO","on",12,-3,1.50,1e2,0.5,31,15,7,".inf"])");
}

TEST(YamlDocument, KeepsQuotedScalarsAsTexts) {
    const YamlDocument document = documentOf("a: \"1.0\"\nb: 'true'\nc: \"\"\nd: !!str 5\n");
    EXPECT_EQ(document.root().toJson().dump(), R"({"a":"1.0","b":"true","c":"","d":"5"})");
}

TEST(YamlDocument, KeepsTheOrderOfKeysAndTheTextOfNumbers) {
    const YamlDocument document = documentOf("z: 19.990\na: 100000000000000000000000000000000001\n");
    EXPECT_EQ(document.root().toJson().dump(), R"({"z":19.990,"a":100000000000000000000000000000000001})");
}

TEST(YamlDocument, KnowsTheLineOfEachKeyAndValue) {
    const YamlDocument document =
        documentOf("# comment\nserver:\n  port: 80\n  list:\n    - one\n    - two\n");
    const YamlNode::Member* server = document.root().member("server");
    ASSERT_NE(server, nullptr);
    EXPECT_EQ(server->line, 2);
    EXPECT_EQ(server->value.member("port")->line, 3);
    EXPECT_EQ(server->value.find("list")->items().at(1).line(), 6);
    EXPECT_EQ(document.where(*server->value.find("port")), "x.yaml:3");
}

TEST(YamlDocument, GivesAnAbsentKeyAsNullPointerAndAnEmptyOneAsNull) {
    const YamlDocument document = documentOf("a:\nb: {}\n");
    ASSERT_NE(document.root().find("a"), nullptr);
    EXPECT_TRUE(document.root().find("a")->isNull());
    EXPECT_EQ(document.root().find("c"), nullptr);
}

TEST(YamlDocument, CopiesTheValueOfAnAlias) {
    const YamlDocument document = documentOf("a: &x { k: 1 }\nb: *x\n");
    EXPECT_EQ(document.root().toJson().dump(), R"({"a":{"k":1},"b":{"k":1}})");
}

TEST(YamlDocument, RefusesAliasesThatGrowWithoutBound) {
    std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
    for (int i = 1; i < 9; ++i) {
        const std::string before = "*a" + std::to_string(i - 1);
        text += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
        for (int j = 0; j < 10; ++j) {
            text += before + ", ";
        }
        text += "]\n";
    }
    EXPECT_NE(documentMistakes(text).find("more than 500000 values"), std::string::npos);
}

TEST(YamlDocument, NamesTheLineOfAWrongSyntax) {
    EXPECT_EQ(documentMistakes("a: 1\nb: [1, 2\nc: 3\n").rfind("x.yaml:", 0), 0U);
    EXPECT_NE(documentMistakes("a: b: c\n").find("x.yaml:1: syntax: found "), std::string::npos);
}

TEST(YamlDocument, NamesBothLinesOfADuplicateKey) {
    EXPECT_EQ(documentMistakes("a:\n  b: 1\n  b: 2\n"),
              "x.yaml:3: a.b: found the key a second time, expected it once (the first is on line 2)\n");
}

TEST(YamlDocument, RefusesASecondDocumentATagAndDeepNesting) {
    EXPECT_NE(documentMistakes("a: 1\n---\nb: 2\n").find("a second document"), std::string::npos);
    EXPECT_NE(documentMistakes("a: !secret x\n").find("not supported"), std::string::npos);
    EXPECT_NE(documentMistakes(std::string(100, '[') + std::string(100, ']')).find("levels"),
              std::string::npos);
}

TEST(YamlDocument, ReadsAnEmptyTextAsNull) {
    EXPECT_TRUE(documentOf("").root().isNull());
    EXPECT_TRUE(documentOf("# only a comment\n").root().isNull());
}

TEST(YamlDocument, NamesAFileThatCannotBeRead) {
    try {
        YamlDocument::read("/nowhere/x.yaml");
        FAIL();
    } catch (const ConfigError& error) {
        EXPECT_STREQ(error.what(),
                     "/nowhere/x.yaml: file: found No such file or directory, expected a readable file\n");
    }
}

} // namespace
} // namespace svc::host::config

#include "rules/sheaf.hpp"

#include <gtest/gtest.h>

namespace svc::ohada_accounting {
namespace {

std::string read(Sheaf& sheaf, const std::string& name) {
    std::string all;
    sheaf.read(name, [&](std::string_view text) { all += text; });
    return all;
}

TEST(Sheaf, GivesEachTextAsItWasWrittenHoweverTheyWereMixed) {
    Sheaf sheaf;
    std::map<std::string, std::string> wanted;
    for (int i = 0; i < 60000; ++i) {
        const std::string name = "account " + std::to_string(i % 7 == 0 ? i % 41 : i % 3);
        const std::string text = std::to_string(i) + ';';
        sheaf.append(name, text);
        wanted[name] += text;
    }
    ASSERT_GT(wanted["account 1"].size(), 100000U);
    for (const auto& [name, text] : wanted) {
        EXPECT_TRUE(read(sheaf, name) == text) << name;
    }
    EXPECT_EQ(read(sheaf, "account 1").size(), wanted["account 1"].size()) << "a second time";
    EXPECT_EQ(read(sheaf, "nobody"), "");
}

TEST(Sheaf, KeepsShortTextsWithoutAFile) {
    Sheaf sheaf;
    sheaf.append("a", "one");
    sheaf.append("b", "two");
    sheaf.append("a", "more");
    EXPECT_EQ(read(sheaf, "a"), "onemore");
    EXPECT_EQ(read(sheaf, "b"), "two");
}

} // namespace
} // namespace svc::ohada_accounting

#include "rules/csv.hpp"

#include <stdexcept>

#include <gtest/gtest.h>

namespace svc::ledger {
namespace {

std::string field(std::string_view value) {
    std::string out;
    appendCsvField(out, value);
    return out;
}

std::string text(std::string_view value) {
    std::string out;
    appendCsvText(out, value);
    return out;
}

TEST(CsvTest, FieldsAreQuotedWhenTheyMustBe) {
    EXPECT_EQ(field("Atelier"), "Atelier");
    EXPECT_EQ(field("a,b"), "\"a,b\"");
    EXPECT_EQ(field("say \"hi\""), "\"say \"\"hi\"\"\"");
    EXPECT_EQ(field("two\nlines"), "\"two\nlines\"");
}

TEST(CsvTest, TextsThatLookLikeFormulasBeginWithAnApostrophe) {
    EXPECT_EQ(text("=1+1"), "'=1+1");
    EXPECT_EQ(text("+33"), "'+33");
    EXPECT_EQ(text("-x"), "'-x");
    EXPECT_EQ(text("@a,b"), "\"'@a,b\"");
    EXPECT_EQ(text("\tx"), "'\tx");
    EXPECT_EQ(text("a=b"), "a=b");
}

TEST(CsvTest, RecordsAreReadByTheNamesOfTheirColumns) {
    const auto records = readCsv("code,label\r\n1,\"Capital, net\"\r\n2,\"a \"\"b\"\"\"\n");
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].at("label"), "Capital, net");
    EXPECT_EQ(records[1].at("label"), "a \"b\"");
    EXPECT_THROW(readCsv("a,b\n1\n"), std::runtime_error);
}

} // namespace
} // namespace svc::ledger

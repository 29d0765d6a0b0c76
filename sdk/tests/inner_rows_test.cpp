#include <svc/inner_rows.hpp>

#include <gtest/gtest.h>

namespace svc {
namespace {

TEST(InnerRows, AnEmptyTextHasNone) {
    const InnerRows rows("");
    EXPECT_EQ(rows.size(), 0U);
    EXPECT_THROW(rows[0], Fault);
}

TEST(InnerRows, CellsAreReadAsThoseOfAnyRow) {
    const InnerRows rows("(7,t,2.500000,\"2026-01-31 10:00:00+00\"),(-8,f,,)");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].columns(), 4U);
    EXPECT_EQ(rows[0].integer(0), 7);
    EXPECT_TRUE(rows[0].boolean(1));
    EXPECT_EQ(rows[0].decimal(2).normalized().toString(), "2.5");
    EXPECT_EQ(rows[0].instant(3).toString(), "2026-01-31T10:00:00.000Z");
    EXPECT_EQ(rows[1].integer(0), -8);
    EXPECT_FALSE(rows[1].boolean(1));
    EXPECT_TRUE(rows[1].isNull(2));
    EXPECT_TRUE(rows[1].isNull(3));
    std::size_t seen = 0;
    for (const Row row : rows) {
        EXPECT_EQ(row.columns(), 4U);
        ++seen;
    }
    EXPECT_EQ(seen, 2U);
}

TEST(InnerRows, AnEmptyTextIsNotNull) {
    const InnerRows rows("(\"\",)");
    EXPECT_FALSE(rows[0].isNull(0));
    EXPECT_EQ(rows[0].text(0), "");
    EXPECT_TRUE(rows[0].isNull(1));
    EXPECT_THROW(rows[0].text(1), Fault);
}

TEST(InnerRows, SignsOfTheFormStandInTexts) {
    // The output of record_out for three cells: a "b", c
    // d (e) / two lines / plain.
    const InnerRows rows("(\"a \"\"b\"\", c\\\\d (e)\",\"two\nlines\",plain),(\"\"\"\",\",\",\")\")");
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].text(0), "a \"b\", c\\d (e)");
    EXPECT_EQ(rows[0].text(1), "two\nlines");
    EXPECT_EQ(rows[0].text(2), "plain");
    EXPECT_EQ(rows[1].text(0), "\"");
    EXPECT_EQ(rows[1].text(1), ",");
    EXPECT_EQ(rows[1].text(2), ")");
}

TEST(InnerRows, RowsStandInRows) {
    const InnerRows rows("(1,\"(a,\"\"x y\"\"),(b,\"\"\"\"\"\"\"\")\")");
    const InnerRows inner{std::string(rows[0].text(1))};
    ASSERT_EQ(inner.size(), 2U);
    EXPECT_EQ(inner[0].text(1), "x y");
    EXPECT_EQ(inner[1].text(0), "b");
    EXPECT_EQ(inner[1].text(1), "\"");
}

TEST(InnerRows, AnotherFormIsAFault) {
    for (const char* text : {"x", "(1,2", "(1,2)(3,4)", "(1,2),", "(1,2),(3)", "(1,\"2)", "(", "[1,2]"}) {
        EXPECT_THROW(InnerRows{std::string(text)}, Fault) << text;
    }
}

} // namespace
} // namespace svc

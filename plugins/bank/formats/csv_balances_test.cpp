// The column of balances of a CSV file: opening, closing, and rows that are missing.
#include <gtest/gtest.h>

#include "formats/formats.hpp"

namespace svc::bank {
namespace {

FileStatement statementOf(const std::string& rows) {
    FileHints hints;
    hints.format = "csv";
    hints.currency = Currency::of("EUR");
    return readStatements("Date;Description;Amount;Balance\n" + rows, hints).statements.at(0);
}

TEST(CsvBalances, AreThoseAroundTheRows) {
    const FileStatement up = statementOf("2026-03-01;A;10,00;80,00\n2026-03-02;B;-20,00;60,00\n");
    EXPECT_EQ(up.opening, 7000);
    EXPECT_EQ(up.closing, 6000);
    EXPECT_EQ(imbalance(up), 0);
    const FileStatement down = statementOf("2026-03-02;B;-20,00;60,00\n2026-03-01;A;10,00;80,00\n");
    EXPECT_EQ(down.opening, 7000);
    EXPECT_EQ(down.closing, 6000);
    EXPECT_EQ(imbalance(down), 0);
}

TEST(CsvBalances, DoNotDependOnTheOrderWithinADay) {
    const FileStatement mixed = statementOf("2026-03-02;C;5,00;65,00\n2026-03-01;A;10,00;80,00\n"
                                            "2026-03-01;B;-20,00;60,00\n");
    EXPECT_EQ(mixed.opening, 7000);
    EXPECT_EQ(mixed.closing, 6500);
    EXPECT_EQ(imbalance(mixed), 0);
}

TEST(CsvBalances, TellOfAMissingRow) {
    const FileStatement gap = statementOf("2026-03-01;A;5,00;80,00\n2026-03-02;B;10,00;60,00\n");
    EXPECT_EQ(gap.opening, 7500);
    EXPECT_EQ(gap.closing, 6000);
    EXPECT_EQ(imbalance(gap), -3000);
}

TEST(CsvBalances, AreUnknownWhereARowHasNone) {
    const FileStatement some = statementOf("2026-03-01;A;5,00;80,00\n2026-03-02;B;10,00;\n");
    EXPECT_FALSE(some.opening);
    EXPECT_FALSE(some.closing);
}

} // namespace
} // namespace svc::bank

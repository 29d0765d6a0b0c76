// Which sign in a column is the decimal separator, and when this is ambiguous.
#include <gtest/gtest.h>

#include "formats/amount_marks.hpp"
#include "formats/formats.hpp"

namespace svc::bank {
namespace {

/// The decimal separator, followed by ? when it is ambiguous.
std::string signOf(const std::vector<const char*>& cells, const char* currency = "EUR") {
    AmountMarks marks;
    for (const char* cell : cells) {
        marks.add(cell);
    }
    const AmountMarks::Decimal decimal = marks.decimal(Currency::of(currency));
    return std::string(1, decimal.sign) + (decimal.ambiguous ? "?" : "");
}

TEST(AmountMarks, OneOrTwoDigitsAreDecimals) {
    EXPECT_EQ(signOf({"1,50", "1.500"}), ",");
    EXPECT_EQ(signOf({"1.5", "1,500", "2,750"}), ".");
    EXPECT_EQ(signOf({"1,50-", "3.00", "1.50"}), ".");
    EXPECT_EQ(signOf({"1.234,567"}), ",");
    EXPECT_EQ(signOf({"1,500,000"}), ".");
    EXPECT_EQ(signOf({"1.500.000", "2.750"}), ",");
    EXPECT_EQ(signOf({"12'500.00"}), ".");
    EXPECT_EQ(signOf({"15", "", "-", "Total."}), ".");
}

TEST(AmountMarks, ThreeDigitsAreThousands) {
    EXPECT_EQ(signOf({"1,505", "2,750"}), ".") << "no amount of two decimals";
    EXPECT_EQ(signOf({"1.505", "-2.750"}), ",");
    EXPECT_EQ(signOf({"1.500", "250"}), ",") << "three decimals would be written here too";
    EXPECT_EQ(signOf({"1,500", "2,000"}, "XOF"), ".");
    // Ambiguous: taken as thousands, with a warning.
    EXPECT_EQ(signOf({"1,500", "2,750"}), ".?");
    EXPECT_EQ(signOf({"1.500", "(2.750)"}), ",?");
    EXPECT_EQ(signOf({"1,500", "0", "1500"}), ".?");
    EXPECT_EQ(signOf({"1,505", "1.505", "2,505"}), ".?");
}

TEST(AmountMarks, ThreeDigitsAreDecimalsWhereTheyCanBeNothingElse) {
    EXPECT_EQ(signOf({"0.500", "1.500"}), ".");
    EXPECT_EQ(signOf({"1234.500", "1.500"}), ".");
    EXPECT_EQ(signOf({"1 234,500"}), ",");
    EXPECT_EQ(signOf({",500"}), ",");
}

TEST(AmountMarks, ThreeDigitsAreDecimalsOfACurrencyThatHasThree) {
    EXPECT_EQ(signOf({"1,500", "2,750"}, "TND"), ",");
    EXPECT_EQ(signOf({"1.505", "2.750"}, "KWD"), ".");
    EXPECT_EQ(signOf({"1,500", "2.750", "3,000"}, "TND"), ",?");
    EXPECT_EQ(signOf({"1,500", "250"}, "TND"), ".?");
    EXPECT_EQ(signOf({"1.500", "2.750,000"}, "TND"), ",");
}

/// The amounts of a file whose columns are detected, and its warnings.
std::string linesOf(const std::string& header, const std::vector<std::string>& rows,
                    const char* currency = "EUR") {
    std::string text = header + '\n';
    for (const std::string& row : rows) {
        text += "2026-11-25;Payment;" + row + '\n';
    }
    FileHints hints;
    hints.currency = Currency::of(currency);
    const StatementFile file = readStatements(text, hints);
    std::string found;
    for (const FileLine& line : file.statements.at(0).lines) {
        found += std::to_string(line.amount) + ' ';
    }
    for (const std::string& warning : file.warnings) {
        found += warning;
    }
    return found;
}

TEST(AmountMarks, DecideHowAFileIsRead) {
    const std::string plain = "Date;Text;Amount";
    EXPECT_EQ(linesOf(plain, {"1,500", "2,750"}), "150000 275000 amounts-ambiguous:.");
    EXPECT_EQ(linesOf(plain, {"1.500", "2.755"}), "150000 275500 ");
    EXPECT_EQ(linesOf(plain, {"1,500", "2,750"}, "TND"), "1500 2750 ");
    EXPECT_EQ(linesOf(plain, {"1,500", "2,750"}, "XOF"), "1500 2750 ");
    // The currency of the file counts, not that of the wallet.
    EXPECT_EQ(linesOf("Date;Text;Amount;Currency", {"1,500;TND", "2,750;TND"}), "1500 2750 ");
    EXPECT_EQ(linesOf("Date;Text;Amount in TND", {"1,500", "2,750"}), "1500 2750 ");
    // Balances decide what the amounts leave ambiguous.
    EXPECT_EQ(linesOf("Date;Text;Amount;Balance", {"1,500;2,750.50", "2,750;5,500.50"}), "150000 275000 ");
    EXPECT_EQ(linesOf("Date;Text;Debit;Credit", {"1.500;", ";2,50"}), "-150000 250 ");
}

} // namespace
} // namespace svc::bank
